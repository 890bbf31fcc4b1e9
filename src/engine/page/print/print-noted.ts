import type { PlacedNote } from '../../../injected/calls.ts';
import { openPrinted, type PlacePages } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { measurePageBoxes } from '../paged/page-boxes.ts';
import type { NoteState } from '../paged/paged-state.ts';
import { readShrink } from '../paged/wide-content.ts';
import { printPage } from './print-page.ts';

/** Rounds after which all footnotes that are not right stay in the text. Before, those of the first page that is not right do. */
const roundLimit = 4;

/** How often footnotes are set until all that have no room are known. */
const tryLimit = 5;

/** CSS pixels by which a call may be elsewhere than it was thought to be: less than half a line. */
const tolerance = 5;

/** A printed page and its footnotes. */
export interface NotedPage {
  pdf: Uint8Array;
  placed: PlacedNote[];
}

/** Prints a page with its footnotes at the foot of its pages. */
export async function printNoted(page: Page, options: PageOptions, state: NoteState): Promise<NotedPage> {
  if (state.count === 0) return { pdf: await printPage(page, options), placed: [] };
  const boxes = await measurePageBoxes(page, options, state.shrink);
  for (let tries = 1; ; tries += 1) {
    const { countsByPage, shrink } = state;
    const noted = await page.call('placeNotes', { boxes, countsByPage, inText: [...state.inText.keys()], shrink });
    for (const { note, text, side, fault } of noted.failed) state.inText.set(note, { text, side, fault });
    // Those in the text move what comes after them.
    if (noted.failed.length === 0 || tries === tryLimit)
      return { placed: noted.placed, pdf: await printPage(page, options) };
  }
}

/**
 * Looks where footnotes are, and their calls, in a printed page. If they are not in their planned places, notes in the state what to do
 * otherwise, and returns false. Those that do not come to rest stay in the text.
 */
export function settleNotes(
  { pdf, placed }: NotedPage,
  places: PlacePages,
  options: PageOptions,
  state: NoteState,
): boolean {
  if (placed.length === 0) return true;
  const shrink = readShrink(openPrinted(pdf)[0], options);
  const isShrunk = Math.abs(shrink - state.shrink) > 0.001;
  const stray = placed.filter((note) => isShrunk || !isRight(note, places));
  if (stray.length === 0) return !isShrunk;
  state.rounds += 1;
  // What comes after a page that is not right is elsewhere for that alone.
  const pageOf = ({ call }: PlacedNote) => places.find(call) ?? -1;
  const firstPage = Math.min(...stray.map(pageOf));
  const wrong = state.rounds >= roundLimit ? stray : isShrunk ? [] : stray.filter((note) => pageOf(note) === firstPage);
  for (const { note, text, side } of wrong) state.inText.set(note, { text, side, fault: 'unsettled' });
  state.shrink = shrink;
  return false;
}

/**
 * Whether a footnote is on the page of its call, or a float as many pages after its anchor as it was laid out, that is where it was when they got their room, and what was made to come after the text
 * above the notes does.
 */
function isRight({ note, call, later, top, limit, below, beyond }: PlacedNote, places: PlacePages): boolean {
  const readTop = (place: string) => places.findTop(place) ?? Number.NaN;
  const callPage = places.find(call);
  const page = callPage === undefined ? undefined : callPage + later;
  if (page === undefined || places.find(note) !== page || !(Math.abs(readTop(call) - top) < tolerance)) return false;
  const isLater = (place: string) => (places.find(place) ?? page + 1) > page;
  const isAbove = (place: string) => places.find(place) === page && readTop(place) < limit - tolerance;
  return beyond.every(isLater) && below.every((place) => isLater(place) || isAbove(place));
}
