import type { Options, Part, RenderRequest } from '../../contract/index.ts';
import type { PageWarning } from '../page/open/warnings.ts';
import { hasStamp, type RenderedPart } from './render-part.ts';

/** Options that change how a page is laid out and printed, and the value of each that asks for nothing. */
const layout = {
  page_size: undefined,
  landscape: false,
  scale: 1,
  forms: false,
  print_background: true,
  media: 'print',
  media_features: undefined,
  css: undefined,
  theme: undefined,
  wait_for: undefined,
  tagged: true,
} as const satisfies Partial<Record<keyof Options, unknown>>;

/**
 * Warns of options that do nothing, because the pages of a PDF stay unchanged: those of a part that is one, and those of the
 * request if no part is printed. Options about missing or failed resources do not concern a PDF, so they are not reported.
 */
export function reportIgnored({ parts, options = {} }: RenderRequest, list: readonly RenderedPart[]): void {
  const requested = Array.isArray(parts) ? parts : [parts];
  for (const part of list) {
    const { index, foreign } = part;
    const request = requested[index];
    if (!foreign || request === undefined || typeof request === 'string') continue;
    const at = Array.isArray(parts) ? `/parts/${index}` : '/parts';
    warn(part, listIgnored(request.options ?? {}, `${at}/options`, hasStamp(part.options)), 'it is a PDF');
  }
  reportTheme({ parts, options }, list);
  const [first] = list;
  if (first === undefined || !list.every(({ foreign }) => foreign)) return;
  const isStamped = list.some((part) => hasStamp(part.options));
  warn(first, listIgnored(options, '/options', isStamped), list.length > 1 ? 'all parts are PDFs' : 'it is a PDF');
}

/** Warns of a theme that applies to no document: those with style sheets keep their design. */
function reportTheme({ parts, options = {} }: RenderRequest, list: readonly RenderedPart[]): void {
  const printed = list.filter(({ foreign }) => !foreign);
  const others = printed.filter(({ isThemed, replaced }) => !isThemed && replaced === undefined);
  const own = (index: number) => [parts].flat()[index] as string | Part;
  const why = 'themes are for Markdown and for HTML without its own style sheets';
  const report = ({ warnings }: RenderedPart, at: string) =>
    warnings.push({ code: 'option_ignored', detail: `${at}/options/theme has no effect: ${why}.` });
  for (const part of others) {
    const given = own(part.index);
    if (typeof given === 'object' && given.options?.theme !== undefined)
      report(part, Array.isArray(parts) ? `/parts/${part.index}` : '/parts');
  }
  const [first] = others;
  if (options.theme !== undefined && first && others.length === printed.length) report(first, '');
}

/** Pointers (RFC 6901) of the options that have no effect. The margin places headers and footers on a PDF, too. */
function listIgnored(options: Options, at: string, isStamped: boolean): string[] {
  const names = Object.entries(layout).flatMap(([name, none]) => {
    const value = options[name as keyof typeof layout];
    return value === undefined || value === none ? [] : [name];
  });
  if (options.margin !== undefined && !isStamped) names.push('margin');
  return names.map((name) => `${at}/${name}`);
}

function warn({ warnings }: RenderedPart, names: readonly string[], why: string): void {
  if (names.length === 0) return;
  const verb = names.length > 1 ? 'have' : 'has';
  const detail = `${names.join(', ')} ${verb} no effect: ${why}, and the pages of a PDF are not changed.`;
  const warning: PageWarning = { code: 'option_ignored', detail };
  warnings.push(warning);
}
