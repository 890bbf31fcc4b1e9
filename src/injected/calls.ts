// The functions that Node may call inside a page, and the data that they take and return: JSON, and no element.

/** Hyphenation patterns of a language, as TeX writes them (Liang 1983), and how few letters it keeps on a line. */
export interface HyphenPatterns {
  /** Letters with the levels between them: "hy3ph". Separated by spaces. */
  patterns: string;
  /** Words that the patterns break wrongly, with their hyphens. Separated by spaces. */
  exceptions: string;
  /** The language, without region or script. */
  language: string;
  /** Letters that stay before and after a break. */
  left: number;
  right: number;
}

/** A language of text that asks for hyphens. */
export interface HyphenatedLanguage {
  /** Its tag; empty if the text has none. */
  language: string;
  /** The first element with such text. */
  element: string;
  /** Whether the browser has patterns for it. */
  isKnown: boolean;
}

/** What `setHyphens` did. */
export interface HyphenCount {
  /** Whether words have soft hyphens now. */
  isHyphenated: boolean;
  /** Whether all text was read; false if the page has more than the limit. */
  isAll: boolean;
}

/** The room for content on a page, in CSS pixels. */
interface ContentBox {
  width: number;
  height: number;
}

/** Where `placeNotes` places footnotes. */
export interface PlaceNotes {
  /** The room on the pages of a document, by the name of a page, a colon, and `first`, `left` or `right`. */
  boxes: Record<string, ContentBox>;
  /** Whether the footnotes of each page are counted from 1. */
  countsByPage: boolean;
  /** Places of the footnotes that stay in the text. */
  inText: string[];
  /** By how much more than its pages the document is laid out on, because its content is wider. */
  shrink: number;
}

/**
 * Why a footnote stays in the text: there is no room for it at the foot of a page, a box would clip it, lines go downwards, a script has
 * removed its call, its call is not in the lines of the text, or its page was printed differently from its layout.
 */
export type NoteFault = 'noRoom' | 'cut' | 'downwards' | 'uncalled' | 'outside' | 'unsettled';

/** A footnote: its place, as in an address, and how it begins. */
export interface Note {
  note: string;
  text: string;
}

/** A footnote at the foot of a page. */
export interface PlacedNote extends Note {
  /** The place of its call. */
  call: string;
  /** CSS pixels of the layout from the top of the room on its page to its call. */
  top: number;
  /** The same to the end of the text above the notes. */
  limit: number;
  /** Places that must not be below it on its page, and those that must be on a later page. */
  below: string[];
  beyond: string[];
}

/** Where the footnotes of a document are. */
export interface PlacedNotes {
  placed: PlacedNote[];
  /** Those that stay in the text. */
  failed: (Note & { fault: NoteFault })[];
}

/** A copy of a running element (CSS GCPM 3, section 1.3) in a margin box of one page. */
export interface RunningCopy {
  /** Indexes of the element and of the page. */
  element: number;
  page: number;
  /** The margin box: lengths in CSS pixels, and how its content is aligned, as CSS names it. */
  box: { name: string; left: number; top: number; width: number; height: number; across: string; down: string };
  isInline: boolean;
  /** The `counter-reset` that gives it the numbers of its page. */
  counters: string;
}

/** What `showRunning` shows. Lengths in CSS pixels. */
export interface ShowRunning {
  copies: RunningCopy[];
  /** Pages of the document, and the size of each. */
  pages: number;
  width: number;
  height: number;
  /** Elements in all copies. */
  limit: number;
}

/** A margin box that is too low for its content. Lengths in CSS pixels. */
export interface LowBox {
  name: string;
  /** Index of the first page with it. */
  page: number;
  /** How tall the running element is, and the box. */
  height: number;
  room: number;
}

/** What became of the copies. */
export interface ShownRunning {
  tooLow: LowBox[];
  /** Index of the page from which on there are none; null if they are on all. */
  end: number | null;
}

/** The functions of the program `page`, which runs in an isolated world of the document. */
export interface PageCalls {
  /** Finds the languages of text with `hyphens: auto`. */
  findHyphenatedLanguages(): HyphenatedLanguage[];
  /** Sets soft hyphens into the words of a page, by the patterns of the languages of its text. */
  setHyphens(languages: Record<string, HyphenPatterns>): Promise<HyphenCount>;
  /** Moves footnotes to the foot of the pages that their calls are on. */
  placeNotes(how: PlaceNotes): PlacedNotes;
  /** Hides all of a page but copies of its running elements, each in a margin box of one of its pages. */
  showRunning(how: ShowRunning): Promise<ShownRunning>;
  /** Undoes what `showRunning` did. */
  hideRunning(): void;
}
