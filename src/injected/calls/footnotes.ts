// The program `footnotes`: its functions, and their data.

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
 * Why a footnote or a float stays in the text: there is no room for it on a page, a box would clip it, lines go downwards, a script has
 * removed its call, its call is not in the lines of the text, or its page was printed differently from its layout.
 */
export type NoteFault = 'noRoom' | 'cut' | 'downwards' | 'uncalled' | 'outside' | 'unsettled';

/** A footnote, or a float: its place, as in an address, and how it begins. */
export interface Note {
  note: string;
  text: string;
  /** The side of its page that it floats to; undefined for a footnote. */
  side?: 'top' | 'bottom' | undefined;
}

/** A footnote at the foot of a page, or a float at its head or its foot. */
export interface PlacedNote extends Note {
  /** The place of its call. */
  call: string;
  /** How many pages after its call it is; before it, if the floats at the head of its page have moved the call to the next. */
  later: number;
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

/** The functions of the program `footnotes`. */
export interface FootnoteCalls {
  /** Moves footnotes to the foot of the pages that their calls are on. */
  placeNotes(how: PlaceNotes): PlacedNotes;
}
