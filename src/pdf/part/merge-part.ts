import type { PageSize } from './page-box.ts';
import type { TrimmedSheet } from './trimmed-sheets.ts';

/** An entry of an outline. */
export interface Bookmark {
  /** Its depth, from 1. */
  level: number;
  title: string;
  /** Where it leads, named as in an address. */
  place: string;
  /** Whether the entries below it show at first. */
  isOpen: boolean;
}

/** The value for a field. Null and an empty text clear the field. */
export type FieldValue = string | number | boolean | null | readonly string[];

/** What happens to a form. */
export interface FormRequest {
  /** Values by the full names of fields. Others keep theirs. */
  values?: Readonly<Record<string, FieldValue>>;
  /** Whether the fields become part of the pages. Default false. */
  flatten?: boolean;
}

/** A place on a page of the document. */
export interface PartPlace {
  /** Index of the part. */
  part: number;
  /** Index of the page among those that the part's `pageRanges` keep. */
  page: number;
  /** Points from the lower edge of the page. Default the top of the page. */
  y?: number | undefined;
}

/** A control of a printed page that becomes a field. Lengths are in CSS pixels, colours in sRGB from 0 to 1. */
export interface PrintedControl {
  kind: 'text' | 'checkbox' | 'radio' | 'select';
  name: string;
  /** Its text, or the value of a check box or a radio button. */
  value: string;
  isOn: boolean;
  options: readonly { value: string; shown: string; isSelected: boolean }[];
  isMultiline: boolean;
  isPassword: boolean;
  isMultiple: boolean;
  isCombo: boolean;
  isEditable: boolean;
  isRequired: boolean;
  isReadOnly: boolean;
  maxLength: number | undefined;
  tooltip: string;
  /** The number of its form: radio buttons of one name and form are a group. */
  form: number;
  width: number;
  height: number;
  border: SideLengths;
  padding: SideLengths;
  fontSize: number;
  family: 'sans' | 'serif' | 'mono';
  isBold: boolean;
  isItalic: boolean;
  colour: readonly [number, number, number];
  /** The colour of the mark that browsers draw; undefined if a style sheet draws it. */
  accent: readonly [number, number, number] | undefined;
  align: 'left' | 'center' | 'right';
}

/** Lengths of the four sides of a box. */
interface SideLengths {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** How a page is labelled (ISO 32000-2, 12.4.2): a prefix, and a number unless it has no style. */
export interface PdfPageLabel {
  style: string | undefined;
  prefix: string;
  number: number;
}

/** One of the PDFs to merge. */
export interface MergePart {
  /** A whole PDF. */
  pdf: Uint8Array;
  /** A PDF of our Chromium with as many pages: each is drawn over the page at its place, its upper left corner upon that of the page. */
  stamps?: Uint8Array;
  /** Its outline. Default that of the PDF. */
  bookmarks?: readonly Bookmark[];
  /** Other titles for entries of the outline of the PDF, by their own. Default none. */
  titles?: Readonly<Record<string, string>>;
  /** The outline entry of this part; without one its own outline is on the top level. */
  title?: string;
  /** True for a user's PDF, which loses only its active content; false for one that our Chromium wrote. */
  foreign: boolean;
  /** The file before it was repaired: its properties count, and what is still broken is a warning. Default: it was not repaired. */
  original?: Uint8Array;
  /**
   * The made-up address that the part was printed from, such as "https://abc.invalid/". Links to it become internal or are
   * dropped, and no trace of it remains.
   */
  origin?: string;
  /** Whether the language of the PDF as a whole is dropped, because it is that of the browser. Default false. */
  dropsLanguage?: boolean;
  /**
   * Whether the document says its language. Without one Chromium writes that of the browser. Default: whether the PDF names one.
   */
  hasLanguage?: boolean;
  /**
   * What texts made by styles are read out as; empty for those that only decorate (CSS Generated Content 3,
   * 1.1, alternative text). Default none.
   */
  spoken?: Readonly<Record<string, string>>;
  /** Texts that are not read out, whole or in part (WAI-ARIA 1.2, aria-hidden). Default none. */
  hidden?: readonly string[];
  /** The texts of the document that its tags must have, if all of its pages are kept. Default none. */
  texts?: readonly string[];
  /** Why some of its text is not in the PDF: effects that turn text into a picture. Default none. */
  pictured?: readonly string[];
  /** Whether its text may hold soft hyphens, which show where a word is broken and nowhere else. Default false. */
  hasSoftHyphens?: boolean;
  /** Paths by which links of any part may name this one: "other.html" for the link "other.html#x". */
  names?: readonly string[];
  /** The places that its links to "/.toc/0", "/.toc/1" and so on lead to. Default none. */
  places?: readonly PartPlace[];
  /** The labels of its pages. Default those of the PDF. */
  labels?: readonly PdfPageLabel[];
  /** Whether content of a page of our Chromium reaches into the margins. Default false. */
  hasBleeds?: boolean;
  /** The sizes that pages of our Chromium should have, in points. Each page gets the one it is close to. */
  sizes?: readonly PageSize[];
  /** The sheets that pages of our Chromium are trimmed from: each page from the one of its size. Default none. */
  trimmed?: readonly TrimmedSheet[];
  /** What happens to the form of a foreign PDF. Default: nothing. */
  form?: FormRequest;
  /**
   * Controls of a page of our Chromium that become fields: each is under the links to `controlAddress` and its place in the list. Default none.
   */
  controls?: readonly PrintedControl[];
  /** Pages of a foreign PDF to keep, such as "1-3, 5-"; all by default. They stay in the order of the file. */
  pageRanges?: string;
}
