/** What a person wrote for the parts and the fields of a request. */
export interface RequestWords {
  /** The name of each part: its address, its file; undefined if it has none. */
  parts: readonly (string | undefined)[];
  /** Whether options and metadata come from flags, not from JSON. */
  flags: boolean;
  /** What names a field that has no flag, such as the file that it was read from, by pointer. */
  fields?: Readonly<Record<string, string>>;
  /** The file of `--e-invoice`, as it was written. Undefined without that flag. */
  eInvoice?: string | undefined;
  /** The condition of `--wait-for`, as it was written. Undefined without that flag. */
  waitFor?: string | undefined;
}

/** A failed request, with the words of the command line that it was made of. */
export class RequestFailure extends Error {
  readonly words: RequestWords;

  constructor(cause: unknown, words: RequestWords) {
    super('the request failed', { cause });
    this.words = words;
  }
}

/** What a person writes for each field of a request: a flag, or an argument. */
const flags: Readonly<Record<string, string>> = {
  '/options/page_size': '--size',
  '/options/landscape': '--landscape',
  '/options/margin': '--margin',
  '/options/prefer_css_page_size': '--prefer-css-page-size',
  '/options/scale': '--scale',
  '/options/page_ranges': '--pages',
  '/options/print_background': '--no-background',
  '/options/forms': '--forms',
  '/options/tagged is false': '--no-tags is set',
  '/options/tagged': '--no-tags',
  '/options/outline': '--no-outline',
  '/options/css': '--css',
  '/options/theme': '--theme',
  '/options/select': '--select',
  '/options/hide': '--hide',
  '/options/scroll': '--scroll',
  '/options/viewport': '--viewport',
  '/options/device_scale': '--device-scale',
  '/options/javascript': '--no-javascript',
  '/options/media': '--media',
  '/options/media_features': '--media-feature',
  '/options/header': '--header',
  '/options/footer': '--footer',
  '/options/wait_for': '--wait-for',
  '/options/on_resource_error': '--on-resource-error',
  '/options/fonts': '--fonts',
  '/options/locale': '--locale',
  '/options/timezone': '--timezone',
  '/options/on_missing_glyph': '--on-missing-glyph',
  '/options/on_damage': '--on-damage',
  '/options/on_signature': '--on-signature',
  '/options/timeout_ms': '--timeout',
  '/metadata/title': '--title',
  '/metadata/author': '--author',
  '/metadata/subject': '--subject',
  '/metadata/keywords': '--keywords',
  '/pdf/conformance': 'the PDF',
  '/pdf/e_invoice': '--e-invoice',
  '/pdf/attachments': '--attach',
  '/pdf/encrypt/user_password': '--password',
  '/pdf/encrypt/owner_password': '--owner-password',
  '/pdf/encrypt/permissions': '--permissions',
  '/pdf/encrypt': '--password',
  '/pdf/linearize': '--linearize',
  '/pdf/image_dpi': '--image-dpi',
  '/pdf/image_quality': '--image-quality',
  '/pdf/sign/seal': '--seal',
  '/pdf/sign/reason': '--sign-reason',
  '/pdf/sign/location': '--sign-location',
  '/pdf/sign/contact': '--sign-contact',
  '/pdf/sign/level': '--sign-level',
  '/pdf/sign/timestamp_url': '--timestamp-url',
  '/pdf/sign/field': '--sign-field',
  '/pdf/sign/certify': '--certify',
  '/pdf/sign': '--seal',
  '/job/priority': '--priority',
  '/job/start_at': '--start-at',
  '/job/keep_seconds': '--keep',
  '/destination/put': '--put',
  '/destination/headers': '--put-header',
  '/template/name': '--name',
  '/template/content': '--content',
  '/template/preview_context': '--preview-context',
  '/webhook/address': 'the address',
  '/webhook/events': '--event',
  '/webhook/enabled': '--enable',
  '/rotation/overlap_seconds': '--overlap, in seconds,',
};

/** The name of a part for people. Empty if it is the only one and has no name. */
export function namePart({ parts }: RequestWords, part: number): string {
  return parts[part] ?? (parts.length === 1 ? '' : `part ${part}`);
}

/** Puts flags and names of parts where a text has fields and pointers (RFC 6901) of a request. */
export function useWords(text: string, words: RequestWords): string {
  const named = text.replace(
    /(?<![\w/])\/parts(?:\/(\d+))?(?:\/(?:url|html|markdown|pdf|image|template|liquid))?(?![\w/])/g,
    (pointer, part) => {
      if (part === undefined && words.parts.length > 1) return pointer;
      return namePart(words, Number(part ?? 0)) || pointer;
    },
  );
  let spoken = named;
  for (const [pointer, word] of Object.entries({ ...(words.flags && flags), ...words.fields })) {
    const field = pointer.replace(/^.*\//, '');
    spoken = spoken.replace(new RegExp(`(?<!\\w)${pointer}(?!\\w)`, 'g'), word);
    // A field of one plain word may be just that word, and a file may hold the name of its field.
    if (words.flags && field.includes('_')) spoken = spoken.replace(new RegExp(`(?<![\\w/])${field}\\b`, 'g'), word);
  }
  return words.flags ? nameStandards(spoken) : spoken;
}

/** Puts the flags of standards where a text has their names. */
function nameStandards(text: string): string {
  return text
    .replace(/\bpdf\/a-(\d\w?)\b/g, '--pdf-a $1')
    .replace(/\bpdf\/ua-1\b/g, '--pdf-ua')
    .replace(/\bpdf\/ua-2\b/g, '--pdf-ua=2');
}

/** A stored template as a source; undefined for any other value. */
function nameTemplate(template: unknown): string | undefined {
  if (typeof template === 'string') return `template:${template}`;
  const { id, slug, revision, label } = (template ?? {}) as Record<string, unknown>;
  const name = id ?? slug;
  if (typeof name !== 'string') return undefined;
  const choice = revision ?? label;
  return `template:${name}${choice === undefined ? '' : `@${choice}`}`;
}

/** What the parts of a request in JSON are called: their addresses, names and stored templates. */
export function readPartNames(parts: unknown): (string | undefined)[] {
  return [parts].flat().map((part) => {
    if (typeof part === 'string') return part;
    const { url, name, template, toc } = (part ?? {}) as Partial<Record<'url' | 'name' | 'template' | 'toc', unknown>>;
    const stored = nameTemplate(template) ?? (toc === undefined ? undefined : 'the contents');
    return [url, name, stored].find((text) => typeof text === 'string') as string | undefined;
  });
}
