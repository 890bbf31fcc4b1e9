import type { PageRule } from '../../../injected/calls.ts';
import { choosePaper, leastRoom, listPapers, type PageOptions, readPageSize, toInches } from '../open/page-settings.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import { listPages, listRules, measureInside, measureSheet } from '../paged/page-boxes.ts';
import type { SettledPage } from '../settle/settle-page.ts';

/** Whether margins as wide as the widest of a page's rules and of the options might leave no room on the smallest of its papers. */
export function mayLackRoom({ sizes, margins }: Pick<SettledPage, 'sizes' | 'margins'>, options: PageOptions): boolean {
  const papers = [...listPapers(options), ...sizes.flatMap((size) => readPageSize(size) ?? [])];
  const least = Math.min(...papers.flatMap(({ width, height }) => [width, height]));
  const read = (margin: string) => (isAbsolute.test(margin) ? toInches(margin) : Number.POSITIVE_INFINITY);
  const widest = Math.max(...Object.values(choosePaper(options).margin), ...margins.map(read));
  return least / 72 < leastRoom / 96 + 2 * widest;
}

/** A length that depends on nothing else. */
const isAbsolute = /^(?:0|[\d.]+(?:px|pt|pc|in|cm|mm|Q))$/;

/**
 * Warns of pages whose margins leave no room: Chromium gives them the paper and the margins of its print settings (DevTools method
 * Page.printToPDF), or prints the same text on page after page.
 */
export function describeLackOfRoom(rules: readonly PageRule[], options: PageOptions): readonly PageWarning[] {
  const { add, clean, list } = buildWarnings();
  for (const { name, pseudo } of listPages(rules)) {
    const asked = listRules(rules, name, pseudo);
    const sheet = measureSheet(asked, options);
    const inside = measureInside(sheet, [sheet]);
    if (Math.min(inside.width, inside.height) >= leastRoom) continue;
    const page = name === '' ? '@page' : clean(`@page ${name}`);
    const isNamed = options.margin !== undefined || asked.some(({ margin }) => Object.keys(margin).length > 0);
    const usual = isNamed ? '' : ' They are 10 mm wide unless CSS names others.';
    const size = `${showLength(sheet.width)} × ${showLength(sheet.height)} mm`;
    add('css_ignored', `${page}: margins leave no room for content on pages of ${size}.${usual}`);
  }
  return list;
}

/** CSS pixels in millimetres. Those of a large paper may be rounded up to whole points. */
function showLength(pixels: number): number {
  const length = (pixels / 96) * 25.4;
  return length < 100 ? Math.round(length * 10) / 10 : Math.round(length);
}
