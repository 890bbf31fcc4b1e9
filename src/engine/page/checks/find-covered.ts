import { findCoveredText, type PdfRef } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';

/** Pages that a warning names. */
const pageLimit = 5;

/** Warns of boxes with `position: fixed` that cover text of some of the printed pages. */
export async function findCovered(page: Page, pages: readonly PdfRef[]): Promise<readonly PageWarning[]> {
  const boxes = await page.call('listFixedBoxes');
  if (boxes.length === 0) return [];
  const { add, clean, list } = buildWarnings();
  const places = boxes.map(({ place }) => place);
  for (const [at, found] of (await findCoveredText(pages, places)).entries())
    if (found.length > 0) add('text_covered', `${clean(boxes[at]?.name ?? '')} covers text on ${listPages(found)}.`);
  return list;
}

function listPages(pages: readonly number[]): string {
  const more = pages.length - pageLimit;
  const named = [...pages.slice(0, pageLimit).map(String), ...(more > 0 ? [`${more} more`] : [])];
  return `${pages.length > 1 ? 'pages' : 'page'} ${new Intl.ListFormat('en-GB').format(named)}`;
}
