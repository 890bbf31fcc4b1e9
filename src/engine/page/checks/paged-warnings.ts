import type { CutBox, NoteFault, UncountedCounter, UnsupportedCss } from '../../../injected/calls.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { buildWarnings, type PageWarning, type Warnings } from '../open/warnings.ts';
import { measurePageBoxes } from '../paged/page-boxes.ts';
import type { PagedState } from '../paged/paged-state.ts';
import type { TranslatedSheets } from '../paged/translate-sheets.ts';
import type { Hyphenated } from '../prepare/hyphenate-page.ts';

/** What a page has that is not on its paper. */
interface PagedFaults {
  /** What its style sheets asked for, if they were read and translated. */
  paged: PagedState | undefined;
  sheets?: TranslatedSheets;
  /** Page counters outside of margin boxes. */
  uncounted: readonly UncountedCounter[];
  /** What became of text that asks for hyphens; undefined if none does. */
  hyphenated: Hyphenated | undefined;
  /** Boxes that scroll, and how much of them is shown. */
  cut: readonly CutBox[];
  /** Whether the numbers in the text are those of the pages. */
  isSettled: boolean;
}

/** Footnotes in the text that are reported one by one. */
const noteLimit = 10;

/** Why a footnote is in the text. */
const noteFaults: Readonly<Record<NoteFault, string>> = {
  noRoom: 'it does not fit at the foot of its page',
  cut: 'a box that it is in would cut it off at the foot of its page',
  downwards: 'the lines of its document go downwards',
  uncalled: 'a script has removed its call',
  outside: 'its call is not in the lines of the text',
  unsettled: 'its page came out otherwise than it was laid out',
};

/** Warnings of CSS that does nothing on paper or something else, of content that is cut off, and of page numbers that never came to rest. */
export function describePaged(
  { paged, sheets, uncounted, hyphenated, cut, isSettled }: PagedFaults,
  origin: string | undefined,
): readonly PageWarning[] {
  const warnings = buildWarnings(origin);
  for (const text of [...(sheets?.unsupported ?? []), ...(paged?.unsupported.map(writeCss) ?? [])])
    warnings.add('css_ignored', `${warnings.clean(text)} has no effect.`);
  if (sheets?.isInRgb)
    warnings.add(
      'css_ignored',
      'device-cmyk() is printed in RGB, as near as that is: the browser does not support CMYK.',
    );
  for (const { value, selector } of uncounted)
    warnings.add(
      'css_ignored',
      `${warnings.clean(`${value} (${selector})`)} is 0: pages are counted in the margin boxes of @page.`,
    );
  for (const css of paged?.unsided ?? [])
    warnings.add('css_ignored', `${warnings.clean(writeCss(css))} starts the next page, whichever side it is on.`);
  const inText = [...(paged?.notes.inText.values() ?? [])];
  for (const { text, side, fault } of inText.slice(0, noteLimit)) {
    const what = side === undefined ? `The footnote "${text}"` : `float: ${side} ("${text}")`;
    const why =
      side !== undefined && fault === 'noRoom' ? 'it does not fit on its page, or on one after it' : noteFaults[fault];
    warnings.add('css_ignored', `${warnings.clean(what)} is in the text instead: ${why}.`);
  }
  if (inText.length > noteLimit)
    warnings.add(
      'css_ignored',
      `Footnotes and floats that are in the text instead: ${inText.length - noteLimit} more.`,
    );
  for (const { language, element } of hyphenated?.unhyphenated ?? []) {
    const rule = warnings.clean(`hyphens: auto (${element})`);
    const why = language === '' ? 'its text names no language (lang)' : `there are no patterns for "${language}"`;
    warnings.add('css_ignored', `${rule} breaks no words: ${warnings.clean(why)}.`);
  }
  if (hyphenated?.isAll === false)
    warnings.add('css_ignored', 'hyphens: auto breaks no words beyond the first 20 million characters.');
  for (const box of cut) warnings.add('content_cut', describeCut(box, warnings).detail);
  return [...warnings.list, ...describeUnsettled(isSettled)];
}

/** Warns of page numbers that never came to rest. */
export function describeUnsettled(isSettled: boolean): readonly PageWarning[] {
  const { add, list } = buildWarnings();
  if (!isSettled) add('still_moving', 'The page numbers in the text move what they name, and some may be wrong.');
  return list;
}

/** Warnings of page breaks of floats that cannot be. */
export function describeUnbroken(breaks: readonly UnsupportedCss[]): readonly PageWarning[] {
  const { add, clean, list } = buildWarnings();
  for (const css of breaks) add('css_ignored', `${clean(writeCss(css))} has no effect.`);
  return list;
}

/** Finds the boxes of a page that scroll, and how much of them is on paper, which its `@page` rules may make wider than the view. */
export async function findCut(page: Page, options: PageOptions): Promise<CutBox[]> {
  const boxes = await measurePageBoxes(page, options);
  const right = Object.entries(boxes).filter(([key]) => key.endsWith(':right'));
  const widths = Object.fromEntries(right.map(([key, { width }]) => [key.slice(0, -':right'.length), width]));
  return page.call('findCutBoxes', widths);
}

/** The warning of a box or a frame that scrolls. */
export function describeCut({ name, shown, all, side }: CutBox, { clean }: Pick<Warnings, 'clean'>): PageWarning {
  const what = clean(`${name} shows ${shown} of ${all} px of its ${side}`);
  return { code: 'content_cut', detail: `${what}: paper does not scroll.` };
}

/** CSS that has no effect, in the words of its author, and where it has none. */
function writeCss({ kind, property, value, selector, limit }: UnsupportedCss): string {
  const css = [property, value].filter((text) => text !== undefined).join(': ');
  if (kind === 'limit') return `${css} on more than ${limit} elements`;
  if (kind === 'count') return `${property} of more than ${limit} counters in ${value}`;
  if (kind === 'length') return `${css} beyond ${limit} characters`;
  if (kind === 'nested') return `${css} in a footnote`;
  if (kind === 'mixed') return `${css} next to other content (${selector})`;
  if (kind === 'use') return `${css} for ${selector}`;
  return selector === undefined ? css : `${css} (${selector})`;
}
