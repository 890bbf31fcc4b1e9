import type { Excess, ReadFacts } from '../../../injected/calls.ts';
import { formatAll } from '../open/format-counter.ts';
import type { Page } from '../open/page.ts';
import { toInches } from '../open/page-settings.ts';

/** The facts of a loaded page that page numbers and headers need. */
export interface PageFacts extends Omit<ReadFacts, 'margin' | 'excess'> {
  /** Page margins from its `@page` rules, in inches. */
  margin: Partial<Record<'top' | 'right' | 'bottom' | 'left', number>>;
}

/** Where the pages of a part are in the whole document. */
export interface PageNumbers {
  /** Pages before the part. */
  before: number;
  /** The number of the last of these. Default as many as there are. */
  number?: number;
  /** Pages of the whole document. Undefined until every part is printed. */
  total?: number;
}

/** Reads the facts of a page, and what it has too much of (CSSOM: CSSPageRule, CSSMarginRule, CSSFontFaceRule). */
export async function readPageFacts(page: Page): Promise<{ facts: PageFacts; excess: Excess[] }> {
  const { margin, excess, ...facts } = await page.call('readFacts');
  const known = Object.entries(margin).filter(([, length]) => /^(0|[\d.]+(px|pt|pc|in|cm|mm|q))$/i.test(length));
  const inches = Object.fromEntries(known.map(([side, length]) => [side, toInches(length)]));
  return { facts: { ...facts, margin: inches }, excess };
}

/** Makes the page counters in margin boxes count through the whole document. */
export async function numberPages(page: Page, { before, number = before, total }: PageNumbers): Promise<void> {
  await page.call('applyPageNumbers', { before, number, ...(total !== undefined && { totals: formatAll(total) }) });
}
