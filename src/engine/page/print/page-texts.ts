import type { Leader, PagedPage, ShownPlace } from '../../../injected/calls.ts';
import { nameStringStyle, numberPrefix } from '../../../injected/names.ts';
import type { PlacePages } from '../../../pdf/index.ts';
import { formatCounter } from '../open/format-counter.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import { type PageBoxes, sideOf } from '../paged/page-boxes.ts';
import { labelStyle, type PageLabel } from '../paged/page-labels.ts';
import type { PagedState } from '../paged/paged-state.ts';
import { listByPage } from '../paged/values-by-page.ts';

/** Named strings that may be shown, and characters of one on all pages. */
const styleLimit = 50;
const symbolLimit = 1_000_000;
/** The page of a place in the whole document; undefined if that is not known yet, or there is no such place. */
export type FindPage = (url: string) => PageLabel | undefined;

/** What the texts of a page are made with, beside its places. */
export interface TextSources {
  /** The room on its pages, for leaders. */
  boxes?: PageBoxes | undefined;
  /** The synthetic origin of the document: other addresses below it are other parts. Default none. */
  origin?: string | undefined;
  /** Finds places of other parts. Default none. */
  findPage?: FindPage | undefined;
}

/** The texts of a page by the places that it has. */
export function composeTexts(
  paged: PagedState,
  places: PlacePages,
  labels: readonly PageLabel[],
  { boxes, origin, findPage }: TextSources,
) {
  const texts = paged.targets.map((target) => {
    const { element, key, url, style, text } = target;
    if (text !== undefined) return { element, key, text };
    const placeIndex = findOwn(paged, target, places);
    const label = placeIndex === undefined ? (isInside(origin, url) ? findPage?.(url) : undefined) : labels[placeIndex];
    const shown = label && formatCounter(label.number, style === labelStyle ? label.style : style);
    return { element, key, text: shown ?? '' };
  });
  const set = paged.strings.flatMap(({ place, ...string }) => {
    const index = places.find(encodeURIComponent(place));
    const top = places.findTop(encodeURIComponent(place)) ?? 0;
    const { name, text: value, lead } = string;
    return index === undefined ? [] : [{ name, value, index, isStart: top <= paged.padding + lead + 2 }];
  });
  const rules = paged.styles.slice(0, styleLimit).map(({ kind, name }) => {
    const sameName = set.filter((string) => string.name === name);
    return writeStyle(
      nameStringStyle(kind, name),
      listByPage(sameName, kind, places.count).map((text) => text ?? ''),
    );
  });
  for (const style of paged.numbers) {
    const shown = labels.map(({ number }) => formatCounter(number, style));
    rules.push(writeStyle(`${numberPrefix}${style}`, shown));
  }
  const count = `@page { counter-increment: ${paged.increment} }`;
  const leaders = paged.leaders.map((leader) => ({
    place: leader.place,
    width: measureLine(leader, paged, places, boxes),
  }));
  return { texts, css: rules.length === 0 ? '' : [hiddenStyle, count, ...rules].join('\n'), leaders };
}

/** The places of the document, each once, that the page does not have itself. */
export function listElsewhere(paged: PagedPage, places: PlacePages, origin: string | undefined): string[] {
  const other = paged.targets.filter((target) => findOwn(paged, target, places) === undefined);
  const inside = other.filter(({ url }) => isInside(origin, url) || url.startsWith(`${paged.here}#`));
  return [...new Set(inside.map(({ url }) => url))];
}

export function isInside(origin: string | undefined, url: string): boolean {
  return origin !== undefined && url.startsWith(`${origin}/`);
}

/** Warnings of named strings that are not shown, or not as a whole. */
export function describeCutStrings({ styles, strings }: PagedPage, pages: number): readonly PageWarning[] {
  const { add, list } = buildWarnings();
  if (styles.length > styleLimit) add('css_ignored', `string() shows only the first ${styleLimit} named strings.`);
  const limit = Math.floor(symbolLimit / Math.max(pages, 1));
  if (styles.length > 0 && strings.some(({ text }) => text.length > limit))
    add('content_cut', `string() is cut after ${limit} characters, because the document has ${pages} pages.`);
  return list;
}

/** CSS pixels between the margins of the page that a leader is on. */
function measureLine(
  { place, page }: Leader,
  { running }: PagedPage,
  places: PlacePages,
  boxes: PageBoxes = {},
): number {
  const index = places.find(place);
  const pseudo = index === undefined ? 'right' : sideOf(index, running.isLeftFirst);
  return (boxes[`${page}:${pseudo}`] ?? boxes[`:${pseudo}`])?.width ?? 0;
}

/** Index of the page of a place that the page itself has. */
function findOwn({ here }: PagedPage, { url, text }: ShownPlace, places: PlacePages): number | undefined {
  if (text !== undefined) return 0;
  return url.startsWith(`${here}#`) ? places.find(url.slice(here.length + 1)) : undefined;
}

const hiddenStyle = '@counter-style platen-none { system: cyclic; symbols: ""; suffix: "" }';

/** A counter style that shows the text of each page for its number, from 1 (CSS Counter Styles 3, section 3.1.3). */
function writeStyle(name: string, texts: readonly string[]): string {
  const limit = Math.floor(symbolLimit / texts.length);
  const symbols = texts.map((text) => `"${text.slice(0, limit).replace(/["\\]/g, '\\$&')}"`);
  return `@counter-style ${name} { system: fixed; symbols: ${symbols.join(' ')}; suffix: ""; fallback: platen-none }`;
}
