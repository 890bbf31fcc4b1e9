import type { UnsupportedCss } from '../calls.ts';
import type { PlaceLinks } from '../dom/places.ts';
import type { CounterTexts } from './counters.ts';
import type { ElementTexts } from './texts.ts';

/** What the rules of a document name of paged media. */
export interface PagedRules {
  /** The elements that may set named strings. */
  setters: Set<Element>;
  /** Those that may be footnotes, and running elements. */
  floated: Set<Element>;
  moved: Set<Element>;
  /** Those with properties of the outline, and whether any differs from what Chromium does anyway. */
  bookmarked: Set<Element>;
  hasBookmarks: boolean;
  /** Those that reset the counter of footnotes, and that change that of pages. */
  noteResets: Set<Element>;
  pageResets: Set<Element>;
  /** Those on pages of a name. */
  named: Set<Element>;
  /** Those with a break for a side of the sheet, with the selector that asks for it. */
  sided: Map<Element, string>;
  /** Rules for the calls and markers of footnotes. */
  noted: CSSStyleRule[];
  /** Rules whose content shows texts of places, and leaders. */
  shown: CSSStyleRule[];
  /** Named strings that are shown: their kinds and names, with a space between. */
  strings: Set<string>;
  /** Counter styles that represent running elements in margin boxes. */
  marginElements: Set<string>;
  /** Counters that are shown, without those of pages. */
  counters: Set<string>;
  countsPages: boolean;
  /** Whether `@page` rules count pages otherwise than one by one. */
  numbersPages: boolean;
  /** Whether margin boxes show the numbers of pages in other styles than digits. */
  stylesPages: boolean;
  /** Whether the document has rules for blank pages. */
  hasBlankRules: boolean;
  /** Whether the footnotes of each page are counted from 1. */
  countsNotesByPage: boolean;
  /** What `counter-increment` is on a page. */
  increment: string;
  /** The names of pages that `:nth()` selects once the document is printed. */
  nth: Set<string>;
}

/** What is read of a document whose style sheets are translated, as far as all features share it. */
export interface Reading {
  texts: ElementTexts;
  counters: CounterTexts;
  links: PlaceLinks;
  /** Reports what has no effect. */
  report(css: UnsupportedCss): void;
}
