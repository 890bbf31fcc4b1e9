import type { LowBox, Running, RunningCopy, RunningElement } from '../../../injected/calls.ts';
import { pageCounter, type StringKind } from '../../../injected/names.ts';
import { openPrinted, type PlacePages } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { buildWarnings, type PageWarning, type Warnings } from '../open/warnings.ts';
import { type MarginBox, placeBoxes } from '../paged/margin-boxes.ts';
import { chooseNth } from '../paged/nth-pages.ts';
import { listRules, measureSheet, type Sheet } from '../paged/page-boxes.ts';
import type { PageKind } from '../paged/page-numbers.ts';
import { listByPage } from '../paged/values-by-page.ts';
import { printPage } from './print-page.ts';

/** Elements in all copies of running elements of a part. */
const copyLimit = 200_000;

/** Where the pages of a part are in the document, once they are printed. */
interface Surroundings {
  pdf: Uint8Array;
  places: PlacePages;
  /** CSS pixels at the top of each page that are kept free; see PagedState. */
  padding: number;
  kinds: readonly PageKind[];
  /** The rules for `:nth()` that select each page; see selectNth. */
  nth: readonly (readonly string[])[];
  /** The number of each page. */
  numbers: readonly number[];
  /** Pages of the whole document; undefined for those of the part. */
  total: number | undefined;
}

/** What a page with running elements is printed with. */
export interface RunningPages {
  /** The margins of all pages with their running elements, one page for each. Undefined if none of them shows any. */
  running?: Uint8Array;
  warnings: readonly PageWarning[];
}

/** Which margin boxes show running elements, by their counter styles; see translateCss. */
const shown = /\bplaten-(first|last|first-except|start)-element-([^\s,)]+)/;

/** Prints the running elements of a printed page, each where its margin box is, for the pages that the options ask for. */
export async function printRunning(
  page: Page,
  options: PageOptions,
  running: Running,
  surroundings: Surroundings,
): Promise<RunningPages> {
  const { count } = surroundings.places;
  const warnings = buildWarnings();
  if (running.elements.length === 0) return { warnings: [] };
  const rules = await page.call('readPageRules');
  const { kinds, nth } = surroundings;
  const keyOf = (index: number) => JSON.stringify([kinds[index], nth[index]]);
  const sheets = new Map<string, { sheet: Sheet; boxes: MarginBox[] }>();
  for (const [index, { name, pseudo }] of kinds.entries()) {
    if (sheets.has(keyOf(index))) continue;
    const pageRules = listRules(chooseNth(rules, nth[index] ?? [], pseudo), name, pseudo);
    const sheet = measureSheet(pageRules, options);
    sheets.set(keyOf(index), {
      sheet,
      boxes: placeBoxes(pageRules, sheet).filter(({ content }) => shown.test(content)),
    });
  }
  const all = [...sheets.values()];
  // A whole number of points, and more than what ends at the edge of a page needs.
  const extend = (lengths: number[]) => Math.ceil((Math.max(...lengths) + 1) / 4) * 4;
  const width = extend(all.map(({ sheet }) => sheet.width));
  const height = extend(all.map(({ sheet }) => sheet.height));
  const values = findValues(running, surroundings);
  const copies: RunningCopy[] = [];
  for (const index of kinds.keys()) {
    for (const box of sheets.get(keyOf(index))?.boxes ?? []) {
      const [, kind, wanted = ''] = shown.exec(box.content) ?? [];
      const element = values(kind as StringKind, wanted)[index];
      if (element === undefined) continue;
      const { isInline, counters } = running.elements[element] as RunningElement;
      const counts = writeCounts(index, surroundings, counters);
      copies.push({ element, page: index, box, isInline, counters: counts });
    }
  }
  if (copies.length === 0) return { warnings: warnings.list };
  // The copies may end on another page than the document.
  const page_ranges = (options.page_ranges ?? '1-').replace(/-\s*(?=,|$)/g, `-${count}`);
  const runningOptions = { ...options, page_ranges, scale: 1, tagged: false, outline: false };
  const { tooLow, end } = await page.call('showRunning', { copies, pages: count, width, height, limit: copyLimit });
  try {
    for (const box of tooLow) reportLow(box, warnings);
    if (end !== null)
      warnings.add('css_ignored', `content: element() shows nothing from page ${end + 1} on: there is too much of it.`);
    const printed = await printPage(page, runningOptions);
    // Styles of the document that win over ours may have made it shorter.
    const isWhole = openPrinted(printed).length === openPrinted(surroundings.pdf).length;
    if (!isWhole) warnings.add('css_ignored', 'content: element() has no effect: styles of the document prevent it.');
    return { ...(isWhole && { running: printed }), warnings: warnings.list };
  } finally {
    await page.call('hideRunning');
  }
}

/** Finds the index of the element of a name that each page shows. */
function findValues({ elements }: Running, { places, padding }: Surroundings) {
  const known = new Map<string, (number | undefined)[]>();
  return (kind: StringKind, wanted: string) => {
    const key = `${kind} ${wanted}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const set = elements.flatMap(({ name, place, lead }, value) => {
      const index = places.find(place);
      if (name !== wanted || index === undefined) return [];
      return [{ value, index, isStart: (places.findTop(place) ?? 0) <= padding + lead + 2 }];
    });
    const found = listByPage(set, kind, places.count);
    known.set(key, found);
    return found;
  };
}

function writeCounts(
  index: number,
  { numbers, total, places }: Surroundings,
  counters: RunningElement['counters'],
): string {
  const counterTexts = counters.map(({ name, text }) => `${name} ${Number.parseInt(text, 10) || 0}`);
  return [
    `page ${numbers[index]}`,
    `pages ${total ?? places.count}`,
    `${pageCounter} ${index + 1}`,
    ...counterTexts,
  ].join(' ');
}

function reportLow({ name, page, height, room }: LowBox, warnings: Warnings): void {
  const sizes = `${Math.round(height)} px tall on page ${page + 1}, and @${name} ${Math.round(room)} px`;
  const detail = `A running element is ${sizes}: the rest covers the page.`;
  if (name.startsWith('top')) warnings.add('header_too_tall', detail);
  if (name.startsWith('bottom')) warnings.add('footer_too_tall', detail);
}
