import { evaluateInside } from '../open/evaluate-inside.ts';
import { formatAll } from '../open/format-counter.ts';
import type { Page } from '../open/page.ts';
import { toInches } from '../open/page-settings.ts';
import { applyNumbersScript, readFactsScript } from '../page-scripts.ts';

/** The facts of a loaded page that page numbers and headers need. */
export interface PageFacts {
  /** Whether its margin boxes show `counter(page)`, or its rules tell left pages from right ones. */
  countsPage: boolean;
  /** Whether its margin boxes show `counter(pages)`. */
  countsPages: boolean;
  /** Page margins from its `@page` rules, in inches. */
  margin: Partial<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  /** The margin boxes above and below its pages in which `@page` rules show something, such as `@page :first @top-left`. One may come several times. */
  boxes: string[];
  title: string;
  /** The language of the root element; empty where it names none. */
  language: string;
  /** Its `@font-face` rules, with absolute addresses. */
  fontFaces: string[];
}

/** Where the pages of a part stand in the whole document. */
export interface PageNumbers {
  /** Pages before the part. */
  before: number;
  /** Pages of the whole document. Undefined until every part is printed. */
  total?: number;
}

/** Reads the facts of a page (CSSOM: CSSPageRule, CSSMarginRule, CSSFontFaceRule). */
export async function readPageFacts(page: Page): Promise<PageFacts> {
  type Read = Omit<PageFacts, 'margin'> & { margin: Record<string, string> };
  const { margin, ...facts } = await evaluateInside<Read>(page, `(${readFactsScript})()`);
  const known = Object.entries(margin).filter(([, length]) => /^(0|[\d.]+(px|pt|pc|in|cm|mm|q))$/i.test(length));
  return { ...facts, margin: Object.fromEntries(known.map(([side, length]) => [side, toInches(length)])) };
}

/** Makes the page counters in margin boxes count through the whole document. */
export async function numberPages(page: Page, { before, total }: PageNumbers): Promise<void> {
  const totals = total === undefined ? undefined : formatAll(total);
  await evaluateInside(page, `(${applyNumbersScript})(${JSON.stringify({ before, totals })})`);
}
