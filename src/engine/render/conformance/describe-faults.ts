import type { Problem, RenderRequest } from '../../../contract/index.ts';
import type { AuthorFault } from '../../../pdf/index.ts';
import type { RenderedPart } from '../render-part.ts';
import { findLines } from './find-lines.ts';

/** Most faults that one answer names. */
const faultLimit = 100;
/** HTML beyond this many characters is not searched for the lines of faults. */
const searchLimit = 2_000_000;

/** Faults of a document as fields of its request, each with its line if the HTML of the request shows it. */
export async function describeFaults(
  request: RenderRequest,
  parts: readonly RenderedPart[],
  faults: readonly AuthorFault[],
  signal: AbortSignal,
): Promise<NonNullable<Problem['errors']>> {
  const named = faults.slice(0, faultLimit);
  const lines = new Map<AuthorFault, number | undefined>();
  for (const [index, part] of parts.entries()) {
    const html = named.some((fault) => fault.part === index) ? findHtml(request, part) : undefined;
    if (html === undefined || html.length > searchLimit) continue;
    // All faults, because an element may be known by its turn among them.
    const partFaults = faults.filter((fault) => fault.part === index);
    const found = await findLines(html, partFaults, signal);
    for (const [turn, fault] of partFaults.entries()) lines.set(fault, found[turn]);
  }
  const fields = named.map((fault) => {
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
