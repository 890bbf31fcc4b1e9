import type { Footnotes, NoteFault, PagedPage, ShownCounter } from '../../../injected/calls.ts';
import { counterToken } from '../../../injected/names.ts';
import type { PlacePages } from '../../../pdf/index.ts';
import { effects } from '../load/paged-words.ts';
import { formatAll, formatCounter } from '../open/format-counter.ts';
import type { Page } from '../open/page.ts';

/** Texts of places that the generated content of a page may show. */
const targetLimit = 20_000;
/** Elements that may set named strings. */
const stringLimit = 20_000;
/** Characters in all texts of elements: named strings, titles, and those of places. */
const textLimit = 5_000_000;
/** Footnotes of a page. */
const noteLimit = 10_000;
/** Running elements of a page. */
const runningLimit = 10_000;
/** Entries of the outline of a page. */
const bookmarkLimit = 20_000;

/** What is known of the footnotes of a page. */
export interface NoteState extends Footnotes {
  /** Those that stay in the text: their places, named as in an address, how they begin, and why. */
  inText: Map<string, { text: string; side?: 'top' | 'bottom' | undefined; fault: NoteFault }>;
  /** By how much more than its pages the document is laid out on, because its content is wider. */
  shrink: number;
  /** Rounds after which they had to be set again. */
  rounds: number;
}

/** A page with what its style sheets ask for. */
export interface PagedState extends PagedPage {
  /** The places with a blank page before them now. */
  blanks: Set<string>;
  notes: NoteState;
  /** CSS pixels at the top of each page that are kept free for boxes that reach into its bleed. */
  padding: number;
  /** The pages of its places, once they are known and stay the same. */
  places?: PlacePages;
  /** The pages of its places when it was last printed. */
  located?: PlacePages;
}

/** Reads what the style sheets of a page ask for; they are translated. */
export async function readPagedState(page: Page): Promise<PagedState> {
  const limits = { targetLimit, stringLimit, textLimit, noteLimit, runningLimit, bookmarkLimit };
  const counterStyles = Object.keys(formatAll(1));
  const paged = await page.call('readPaged', { ...limits, effects, counterStyles });
  const write = (text: string) => writeCounters(text, paged.counters);
  return {
    ...paged,
    strings: paged.strings.map((string) => ({ ...string, text: write(string.text) })),
    targets: paged.targets.map((target) =>
      target.text === undefined ? target : { ...target, text: write(target.text) },
    ),
    running: {
      ...paged.running,
      elements: paged.running.elements.map(({ counters, ...element }) => ({
        ...element,
        counters: counters.map(({ name, text }) => ({ name, text: write(text) })),
      })),
    },
    bookmarks: paged.bookmarks?.map((bookmark) => ({ ...bookmark, title: write(bookmark.title) })) ?? null,
    blanks: new Set(),
    notes: startNotes(paged.notes),
    padding: 0,
  };
}

/** Puts the numbers of counters into a text. */
function writeCounters(text: string, counters: readonly ShownCounter[]): string {
  const { start, end } = counterToken;
  return text.replace(new RegExp(`${start}(\\d+)${end}`, 'gu'), (_, index: string) => {
    const { values = [], separator = null, style = 'decimal' } = counters[Number(index)] ?? {};
    const shown = separator === null ? values.slice(-1) : values;
    return shown.map((value) => formatCounter(value, style)).join(separator ?? '');
  });
}

/** Nothing is known of the footnotes of a page yet. */
export function startNotes(notes: Footnotes): NoteState {
  return { ...notes, inText: new Map(), shrink: 1, rounds: 0 };
}
