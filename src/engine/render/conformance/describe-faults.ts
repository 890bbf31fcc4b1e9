import type { Problem, RenderRequest } from '../../../contract/index.ts';
import type { AuthorFault } from '../../merge/tagging/explain-faults.ts';
import type { RenderedPart } from '../render-part.ts';

/** Most faults that one answer names. */
const faultLimit = 100;
/** HTML beyond this many characters is not searched for the lines of faults. */
const searchLimit = 2_000_000;

/** Faults of a document as fields of its request, each with its line where the HTML of the request shows it. */
export async function describeFaults(
  request: RenderRequest,
  parts: readonly RenderedPart[],
  faults: readonly AuthorFault[],
): Promise<NonNullable<Problem['errors']>> {
  const lines = new Map<AuthorFault, number>();
  for (const [index, part] of parts.entries()) {
    const own = faults.filter((fault) => fault.part === index);
    const html = own.length > 0 ? findHtml(request, part) : undefined;
    if (html === undefined || html.length > searchLimit) continue;
    const { locateFaults } = await import('./locate-faults.ts');
    for (const [fault, line] of locateFaults(html, own)) lines.set(fault, line);
  }
  const fields = faults.slice(0, faultLimit).map((fault) => {
    const part = fault.part === undefined ? undefined : parts[fault.part];
    const line = lines.get(fault);
    return {
      pointer: part === undefined ? '/metadata/title' : pointTo(request, part),
      detail: `${line === undefined ? '' : `line ${line}, `}${fault.detail}`,
    };
  });
  const more = faults.length - faultLimit;
  return more > 0 ? [...fields, { pointer: '/parts', detail: `… and ${more} more` }] : fields;
}

function pointTo({ parts }: RenderRequest, { index }: RenderedPart): string {
  return Array.isArray(parts) ? `/parts/${index}` : '/parts';
}

/** The HTML of a part as its author wrote it. That of templates and Markdown has other lines. */
function findHtml({ parts }: RenderRequest, { index }: RenderedPart): string | undefined {
  const part = Array.isArray(parts) ? parts[index] : parts;
  return typeof part === 'object' ? part.html : undefined;
}
