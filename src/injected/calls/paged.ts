// The program `paged`: its functions, and their data.
import type { StringKind } from '../names.ts';

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

/**
 * CSS that has no effect. `value` is what it is without a property, `limit` how many elements or characters have an effect, `selector` what it is for: of
 * a `use`, what needs it.
 */
export interface UnsupportedCss {
  kind: 'declaration' | 'value' | 'limit' | 'length' | 'count' | 'nested' | 'mixed' | 'use';
  property?: string;
  value?: string;
  selector?: string;
  limit?: number;
}

/** How much of a document is read, and what Node knows of counter styles and margin boxes. */
export interface PagedLimits {
  /** ElementTexts of places that generated content shows. */
  targetLimit: number;
  /** Elements that may set named strings. */
  stringLimit: number;
  /** Characters in all texts of elements: named strings, titles, and those of places. */
  textLimit: number;
  noteLimit: number;
  runningLimit: number;
  bookmarkLimit: number;
  /** Properties that have no effect on margin boxes. */
  effects: readonly string[];
  /** The counter styles in which numbers of pages can be written. */
  counterStyles: readonly string[];
}

/** A text that an element shows of a place: the number of its page, or its own text. */
export interface ShownPlace {
  /** The number of the element, and the attribute for the text. */
  element: number;
  key: string;
  /** The place. */
  url: string;
  /** The counter style of its number. */
  style: string;
  /** The text, if that of the place is shown and not its number. */
  text?: string;
}

/** A named string that an element sets. */
export interface SetString {
  name: string;
  text: string;
  /** The place of the element. */
  place: string;
  /** CSS pixels from the top of a page to the element, at most, if it starts the page. */
  lead: number;
}

/** A counter that a text shows, with its values at the place that it is asked for, from the outermost on. */
export interface ShownCounter {
  values: number[];
  /** What is between all values; null if only the last is shown. */
  separator: string | null;
  /** The counter style. */
  style: string;
}

/** An element that changes the number of its page, from which later pages count on (CSS GCPM 3, section 5). */
export interface PageChange {
  /** Its place, named as in an address. */
  place: string;
  /** Whether it sets the number, or adds to it. */
  kind: 'set' | 'add';
  number: number;
}

/** An element that ends in a leader. */
export interface Leader {
  /** Its place, named as in an address. */
  place: string;
  /** The name of its pages. */
  page: string;
}

/** The width of the content of the page that a leader is on, in CSS pixels. */
export interface LeaderWidth {
  place: string;
  width: number;
}

/** A break for a side of the sheet (CSS Fragmentation 3, section 3.1). */
export interface SidedBreak {
  /** The place that must come on that side, named as in an address. */
  place: string;
  /** Whether its page has an odd number. */
  isOdd: boolean;
  /** Whether nothing of its part comes before it. */
  isStart: boolean;
}

/** The footnotes of a page. */
export interface Footnotes {
  count: number;
  /** Whether those of each page are counted from 1. */
  countsByPage: boolean;
}

/** An element that is taken out of the text to be in margin boxes (CSS GCPM 3, section 1.3). */
export interface RunningElement {
  name: string;
  /** Where it would be in the text, named as in an address. */
  place: string;
  /** CSS pixels from the top of a page to it, at most, if it starts the page. */
  lead: number;
  /** Counters that it may show, with their values where it is. */
  counters: { name: string; text: string }[];
  /** Whether it is in a line. */
  isInline: boolean;
}

/** The running elements of a page, in the order of the document. */
export interface Running {
  elements: RunningElement[];
  /** Where pages of a name begin, in the order of the document, and how far from the top of a page at most, if they start it. */
  names: { name: string; place: string; lead: number }[];
  /** Whether the first page is a left one, because text runs from right to left. */
  isLeftFirst: boolean;
  /** Whether anything shows how many pages there are. */
  countsPages: boolean;
}

/** An entry of the outline. */
export interface OutlineEntry {
  /** Its depth, from 1. */
  level: number;
  title: string;
  /** Where it leads, named as in an address. */
  place: string;
  /** Whether the entries below it show at first. */
  isOpen: boolean;
}

/** What the style sheets of a page ask for that Chromium does not do by itself. */
export interface PagedPage {
  /** Address of the page, without a fragment. */
  here: string;
  /** Named strings in the order of the document, with the places that set them. */
  strings: SetString[];
  targets: ShownPlace[];
  /** The named strings that are shown. */
  styles: { kind: StringKind; name: string }[];
  /** What `counter-increment` must be on a page, for the counters of the document and of its pages. */
  increment: string;
  /** The elements that change the number of their page, in the order of the document. */
  restarts: PageChange[];
  /** Whether `@page` rules count pages otherwise than one by one. */
  countsPages: boolean;
  /** Whether margin boxes show the numbers of pages in other styles than digits. */
  stylesPages: boolean;
  /** The counter styles in which margin boxes show the number of their page, where it is not counted one by one. */
  numbers: string[];
  /** The elements that end in a leader. */
  leaders: Leader[];
  /** Breaks for a side of the sheet, in the order of the document. */
  breaks: SidedBreak[];
  /** Whether the document has rules for blank pages. */
  hasBlankRules: boolean;
  /** The names of pages that `:nth()` selects once the document is printed. */
  nth: string[];
  /** Breaks for a side that cannot be set, each a declaration. */
  unsided: UnsupportedCss[];
  notes: Footnotes;
  running: Running;
  /** Its outline; null if it is that of its headings. */
  bookmarks: OutlineEntry[] | null;
  /** The counters that the texts of strings and places show. */
  counters: ShownCounter[];
  unsupported: UnsupportedCss[];
}

/** What a page shows of its places once it is printed. */
export interface PagedTexts {
  /** The texts of places, by their elements and attributes. */
  texts: { element: number; key: string; text: string }[];
  /** The counter styles of named strings and of the numbers of pages. */
  css: string;
  leaders: LeaderWidth[];
  /** The places with a blank page before them. */
  blanks: string[];
  hasBlankRules: boolean;
  /** Whether the pages of all named strings are known and stay the same. */
  areFinal: boolean;
}

/** Boxes that reach beyond the upper or the lower edge of their page. */
export interface BleedReach {
  /** Whether there are any. */
  reaches: boolean;
  /** Why no room can be made for them: what depends on the height of a page. Null if nothing does. */
  obstacle: 'rootHeight' | 'units' | 'fixed' | null;
}

/** The functions of the program `paged`: CSS for paged media. */
export interface PagedCalls {
  /** Hides all of a page but copies of its running elements, each in a margin box of one of its pages. */
  showRunning(how: ShowRunning): Promise<ShownRunning>;
  /** Undoes what `showRunning` did. */
  hideRunning(): void;

  /** Reads what the style sheets of a page, which are translated, ask for that Chromium does not do by itself. */
  readPaged(limits: PagedLimits): PagedPage;
  /** Makes rules for pages that `:nth()` selects style all pages of a pseudo-class, if they have some of these names, and else none. */
  applyNth(names: readonly string[], pseudo: string): void;
  /** Finds boxes that reach beyond the upper or the lower edge of their page. */
  findBleedReach(): BleedReach;
  /** Adds a style sheet for the sheets that pages are printed on, and keeps a padding free at both ends of each page, in CSS pixels. */
  writeSheets(css: string, padding: number): void;
  /** Writes the texts of places, and sets leaders and blank pages. */
  writePaged(texts: PagedTexts): void;
  /** Lists the different `style` attributes that a pattern finds, up to a limit. */
  listStyles(pattern: string, limit: number): { styles: string[]; tooLong: number | null };
  /** Replaces `style` attributes, each by another. */
  replaceStyles(replacements: [old: string, style: string][]): void;
}
