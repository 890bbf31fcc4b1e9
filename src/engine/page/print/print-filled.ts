import type { PagedPage, PagedTexts, PageRule, ShownPlace } from '../../../injected/calls.ts';
import { locatePlaces, openPrinted, type PlacePages, readPageRanges } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import type { PageWarning } from '../open/warnings.ts';
import { selectNth } from '../paged/nth-pages.ts';
import { labelPages, type PageLabel } from '../paged/page-labels.ts';
import { listKinds, numberEachPage } from '../paged/page-numbers.ts';
import type { PagedState } from '../paged/paged-state.ts';
import { placeBlanks } from '../paged/sided-breaks.ts';
import { composeTexts, describeCutStrings, isInside, listElsewhere, type TextSources } from './page-texts.ts';
import { printNoted, settleNotes } from './print-noted.ts';
import { printNth } from './print-nth.ts';
import { printPage } from './print-page.ts';
import { printRunning } from './print-running.ts';

/** Pages of a part to look through. Merging refuses far fewer, and names the part. */
const pageLimit = 100_000;
/** Prints until the numbers that are shown are those of the pages. */
const passLimit = 4;

/** What a page needs to know to show the numbers of pages. */
interface Filling extends TextSources {
  /** What its style sheets ask for, if they were read. */
  paged?: PagedState | undefined;
  /** Pages of the whole document before its own. Default 0. */
  before?: number;
  /** The number of the last of these. Default as many as there are. */
  number?: number | undefined;
  /** Pages of the whole document. Default those of its part. */
  total?: number | undefined;
  /** Whether it is printed again, if it shows places of other parts. Default false. */
  isDraft?: boolean | undefined;
  /** The pages of its places in an earlier print. Default: those of the page itself, if it was printed before. */
  located?: PlacePages | undefined;
}

/** A page that shows the numbers of its pages. */
export interface FilledPage {
  pdf: Uint8Array;
  /** Whether the numbers are those of the pages. They are not if they move what they name back and forth. */
  isSettled: boolean;
  /** Places of the document of which it shows the number, and which it does not have itself. */
  elsewhere: string[];
  /** The labels of its pages, if it does not count them one by one in digits and all are printed. */
  labels?: PageLabel[];
  /** Those labels if its pages come after another number. */
  relabel?: (before: number) => PageLabel[];
  /** The running elements in the margins of its pages, one page for each. */
  running?: Uint8Array;
  /** Whether it has to be printed again, with the numbers of other parts. Default false. */
  isDraft?: boolean;
  /** The pages of its places, if they were looked for. */
  located?: PlacePages;
  warnings: readonly PageWarning[];
}

/**
 * Prints a page, and does so again until it shows the numbers and the named strings of these pages, and these are on the sides of
 * the sheet that they ask for: all that is known once it is printed, and may move what it depends on.
 */
export async function printFilled(page: Page, options: PageOptions, filling: Filling): Promise<FilledPage> {
  const { paged } = filling;
  const { page_ranges, ...whole } = options;
  if (paged === undefined || !needsPrint(paged)) {
    const pdf = await printPage(page, options);
    const labels =
      paged?.stylesPages && page_ranges === undefined ? await labelPrinted(page, pdf, paged, filling) : undefined;
    return { pdf, isSettled: true, elsewhere: [], ...labels, warnings: [] };
  }
  const print = changesMarginsAlone(paged) ? printMargins : printUntilSettled;
  const { places, labels, relabel, ...filled } = await print(page, whole, paged, filling);
  if (isDraft(paged, filling, filled.elsewhere))
    return { ...filled, ...(hasLabels(paged) && { labels, relabel }), isDraft: true, located: places, warnings: [] };
  const ranged = page_ranges === undefined ? filled.pdf : await printPage(page, options);
  const kinds = listKinds(paged, places, paged.blanks);
  const nth = selectNth(paged.nth, kinds, paged, places);
  const kept = readPageRanges(page_ranges ?? '1-', places.count) ?? [];
  const { pdf, warnings } = await printNth(page, options, ranged, { kinds, nth, kept });
  const { total } = filling;
  const cut = describeCutStrings(paged, places.count);
  const numbers = labels.map(({ number }) => number);
  const { padding } = paged;
  const surroundings = { places, kinds, nth, numbers, total, pdf, padding };
  const running = await printRunning(page, options, paged.running, surroundings);
  return {
    ...filled,
    pdf,
    ...(hasLabels(paged) && page_ranges === undefined && { labels, relabel }),
    ...running,
    located: places,
    warnings: [...warnings, ...running.warnings, ...cut],
  };
}

/** Whether pages are not counted one by one in digits. */
function hasLabels({ restarts, countsPages, stylesPages }: PagedPage): boolean {
  return restarts.length > 0 || countsPages || stylesPages;
}

/** The `@page` rules, if the numbers of pages or their styles depend on them. */
async function readNumberRules(page: Page, paged: PagedPage): Promise<PageRule[]> {
  return hasLabels(paged) ? page.call('readPageRules') : [];
}

/** Finds the labels of pages with these places after a number. */
function labelPlaces(paged: PagedState, places: PlacePages, rules: readonly PageRule[]) {
  const kinds = rules.length === 0 ? [] : listKinds(paged, places, paged.blanks);
  return (before: number): PageLabel[] =>
    labelPages(numberEachPage({ restarts: paged.restarts, kinds, rules }, places, before), kinds, rules);
}

/** The labels of the pages of a PDF that shows nothing of them but what Chromium does. */
async function labelPrinted(
  page: Page,
  pdf: Uint8Array,
  paged: PagedState,
  { before = 0, number = before }: Filling,
): Promise<Required<Pick<FilledPage, 'labels' | 'relabel'>>> {
  const relabel = labelPlaces(paged, locatePlaces(pdf, pageLimit), await readNumberRules(page, paged));
  return { labels: relabel(number), relabel };
}

/**
 * Whether one print is enough to know the pages of a part: it is printed again with the numbers of other parts, and these and its own move
 * nothing but what is beside them.
 */
function isDraft(paged: PagedState, { isDraft }: Filling, elsewhere: readonly string[]): boolean {
  return isDraft === true && elsewhere.length > 0 && isKnownOnce(paged);
}

/** Whether one print without the numbers of other parts tells how many pages a part has, and which. */
function isKnownOnce({ breaks, leaders, notes, targets }: PagedState): boolean {
  // The texts of places are not there yet, and the numbers are: two digits.
  return notes.count + breaks.length + leaders.length === 0 && targets.every(({ text }) => text === undefined);
}

/** Whether a part shows what is known only once all others are printed, and one print tells its pages without that. */
export function canWaitForNumbers(
  paged: PagedState | undefined,
  showsTotal: boolean,
  origin: string | undefined,
): boolean {
  if (paged === undefined) return showsTotal;
  const isOther = ({ url }: ShownPlace) => isInside(origin, url) && !url.startsWith(`${paged.here}#`);
  return isKnownOnce(paged) && (showsTotal || paged.targets.some(isOther));
}

function needsPrint({
  targets,
  styles,
  breaks,
  notes,
  running,
  leaders,
  numbers,
  restarts,
  countsPages,
  nth,
}: PagedPage): boolean {
  const lists = [targets, styles, breaks, running.elements, leaders, numbers, restarts, nth];
  return countsPages || notes.count > 0 || lists.some(({ length }) => length > 0);
}

/** Whether margin boxes alone show what is known once the page is printed. Nothing in them moves what is on the pages. */
function changesMarginsAlone({ targets, styles, breaks, notes, leaders, numbers }: PagedPage): boolean {
  const moving = [targets, breaks, leaders];
  return styles.length + numbers.length > 0 && notes.count === 0 && moving.every(({ length }) => length === 0);
}

/** A page that is printed as often as it needs, with the pages of its places and their labels. */
type Filled = Omit<FilledPage, 'running' | 'warnings'> &
  Required<Pick<FilledPage, 'labels' | 'relabel'>> & { places: PlacePages };

/**
 * Prints a page of which only margin boxes depend on its pages. The first print is without tags, because it only tells the pages of places, and
 * the last without the places of named strings.
 */
async function printMargins(page: Page, options: PageOptions, paged: PagedState, filling: Filling): Promise<Filled> {
  const { hasBlankRules } = paged;
  const { before = 0, number = before } = filling;
  const rules = await readNumberRules(page, paged);
  paged.places ??= locatePlaces(await printPage(page, { ...options, tagged: false, outline: false }), pageLimit);
  const { places } = paged;
  const relabel = labelPlaces(paged, places, rules);
  const labels = relabel(number);
  const texts = composeTexts(paged, places, labels, filling);
  await page.call('writePaged', { ...texts, blanks: [], hasBlankRules, areFinal: true });
  const pdf = await printPage(page, options);
  // A script may have changed the page in between.
  return { pdf, places, labels, relabel, isSettled: openPrinted(pdf).length === places.count, elsewhere: [] };
}

async function printUntilSettled(
  page: Page,
  options: PageOptions,
  paged: PagedState,
  filling: Filling,
): Promise<Filled> {
  const { hasBlankRules } = paged;
  const { before = 0, number = before } = filling;
  const rules = await readNumberRules(page, paged);
  let shown = JSON.stringify({ texts: [], css: '', leaders: [], blanks: [...paged.blanks] });
  const write = async (wanted: Omit<PagedTexts, 'hasBlankRules' | 'areFinal'>) => {
    await page.call('writePaged', { ...wanted, hasBlankRules, areFinal: false });
    shown = JSON.stringify(wanted);
  };
  const earlier = paged.located ?? (paged.breaks.length === 0 ? filling.located : undefined);
  if (earlier !== undefined && paged.notes.count === 0) {
    const labels = labelPlaces(paged, earlier, rules)(number);
    await write({ ...composeTexts(paged, earlier, labels, filling), blanks: [...paged.blanks] });
  }
  for (let pass = 1; ; pass++) {
    const printed = await printNoted(page, options, paged.notes);
    const { pdf } = printed;
    const places = locatePlaces(pdf, pageLimit);
    const isNoted = settleNotes(printed, places, options, paged.notes);
    const blanks = placeBlanks(paged.breaks, places.find, paged.blanks, before);
    const relabel = labelPlaces(paged, places, rules);
    const labels = relabel(number);
    const wanted = { ...composeTexts(paged, places, labels, filling), blanks: [...blanks] };
    const isSettled = JSON.stringify(wanted) === shown && isNoted;
    const elsewhere = listElsewhere(paged, places, filling.origin);
    paged.located = places;
    // A number may be wrong in the end, but no footnote may cover the text.
    if (isSettled || (pass >= passLimit && isNoted) || pass === 2 * passLimit)
      return { pdf, places, labels, relabel, isSettled, elsewhere };
    if (isDraft(paged, filling, elsewhere)) return { pdf, places, labels, relabel, isSettled: true, elsewhere };
    await write(wanted);
    paged.blanks = blanks;
  }
}
