import { type ChosenTemplate, isHttpAddress, isSlug, isUuid, limits } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { extensionOf } from './assets/media-types.ts';
import { readTemplateSpec, writeTemplateSpec } from './template-spec.ts';

/** What a file or stdin may hold. */
export const sourceFormats = ['html', 'markdown', 'pdf', 'image', 'json'] as const;

/** The format of a file or of stdin. */
export type Format = (typeof sourceFormats)[number];

/** A planned source of the command line. `format` is undefined if only the first bytes can show it. */
export type PlannedSource =
  | { kind: 'address'; address: string }
  | ({ kind: 'template' } & ChosenTemplate)
  | { kind: 'template-folder'; folder: string }
  | { kind: 'stdin'; format: Format | undefined }
  | { kind: 'file'; file: string; format: Format | undefined }
  /** A text that is in no file. */
  | { kind: 'inline'; format: 'html' | 'markdown'; text: string };

const formatsByExtension: Readonly<Record<string, Format>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  xht: 'html',
  md: 'markdown',
  markdown: 'markdown',
  pdf: 'pdf',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  avif: 'image',
  gif: 'image',
  svg: 'image',
};

const sourceChoices =
  'use a URL, an .html, .md, .pdf or image file, a folder with an index.html, template:<id>, template:./folder, or - for stdin; --from html, markdown, pdf, image or json sets the type of other files and of stdin';

/**
 * Plans all sources of a command, without reading any of them. `from` counts for stdin and for files whose name does not
 * tell; `limit` is how many sources there may be. Throws CommandError `usage`.
 */
export function planSources(sources: readonly string[], from: Format | undefined, limit: number): PlannedSource[] {
  if (sources.length > limit) {
    throw new CommandError('usage', `${sources.length} sources are too many; a render takes ${limit}`, {
      fix: 'render them in groups, or each to its own PDF with --each',
    });
  }
  if (sources.filter((source) => source === '-').length > 1) {
    throw new CommandError('usage', 'stdin (-) can be only one of the sources');
  }
  const planned = sources.map((source) => planSource(source, from));
  if (from !== undefined && planned.length > 0 && !planned.some(takesFrom)) {
    throw new CommandError('usage', `--from ${from} says nothing here`, {
      why: 'it is for stdin (-) and for files whose name does not show their type',
    });
  }
  return planned;
}

function planSource(source: string, from: Format | undefined): PlannedSource {
  if (source === '-') return { kind: 'stdin', format: from };
  if (source === '' || source.includes('\0')) throw unknownSource(source);
  if (/^https?:/i.test(source)) {
    if (!isHttpAddress(source) || source.length > limits.address) {
      throw new CommandError('usage', `${safeText(source.slice(0, 200))} is not a valid URL`);
    }
    return { kind: 'address', address: source };
  }
  if (source.startsWith('template:')) return planTemplate(source.slice('template:'.length));
  if (/^([a-z][a-z\d+.-]*:\/\/|file:)/i.test(source)) throw unknownSource(source);
  return { kind: 'file', file: source, format: extensionFormat(source) ?? from };
}

/** A planned source as it was written on the command line. */
export function sourceText(source: PlannedSource): string {
  if (source.kind === 'stdin') return '-';
  if (source.kind === 'address') return source.address;
  if (source.kind === 'file') return source.file;
  if (source.kind === 'inline') return source.format;
  return `template:${source.kind === 'template' ? writeTemplateSpec(source) : source.folder}`;
}

function takesFrom(source: PlannedSource): boolean {
  return source.kind === 'stdin' || (source.kind === 'file' && extensionFormat(source.file) === undefined);
}

/** How a folder begins where a template may be named, which else is an id. */
const folderStart = /^(\.{1,2}$|\.{0,2}[\\/]|[a-z]:[\\/])/i;

function planTemplate(rest: string): PlannedSource {
  const stored = readTemplateSpec(rest);
  if (stored) return { kind: 'template', ...stored };
  if (folderStart.test(rest) && !rest.includes('\0')) return { kind: 'template-folder', folder: rest };
  const shown = safeText(rest.slice(0, 100));
  const [id = ''] = rest.split('@', 1);
  if (isUuid(id) || isSlug(id)) {
    throw new CommandError('usage', `template:${shown} names no revision`, {
      why: 'after @ comes the number of a revision, or a label in lower-case letters',
      fix: `see the revisions and their labels: platen templates log ${id}`,
    });
  }
  throw new CommandError('usage', `template:${shown} is neither a stored template nor a folder`, {
    why: 'a stored template is named by its slug or id, optionally with @ and a revision or a label; a folder starts with ./, ../ or /',
    fix: `see the slugs: platen templates list; for a folder write ${nameTemplateFolder(shown)}`,
  });
}

/** A folder of a template as a source. */
export function nameTemplateFolder(folder: string): string {
  return `template:${folderStart.test(folder) ? '' : './'}${folder}`;
}

/** The error for a source of no known kind. */
export function unknownSource(source: string): CommandError {
  return new CommandError('usage', `${safeText(source.slice(0, 200)) || 'an empty name'} is not a source`, {
    fix: `name ${sourceChoices}`,
  });
}

/** The format that the ending of a file's name tells. */
export function extensionFormat(source: string): Format | undefined {
  const extension = extensionOf(source);
  return Object.hasOwn(formatsByExtension, extension) ? formatsByExtension[extension] : undefined;
}
