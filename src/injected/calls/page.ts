// The program `page`: its functions, and their data.

import type { UnsupportedCss } from './paged.ts';
import type { CutText, RuleCalls } from './rules.ts';
import type { StampCalls } from './stamps.ts';

/** How a page is waited for. */
export interface SettleOptions {
  /** Milliseconds that fonts may take after everything else has loaded. */
  fontLimit: number;
  /** Whether scripts of the page may draw. */
  mayDraw: boolean;
  /** Whether to wait until nothing moves. */
  rest: boolean;
  /** The event that moves the clock of the document on. */
  stepEvent: string;
}

/** What a page has settled to. */
export interface Settled extends PageSurvey {
  /** Whether its fonts arrived in time. */
  inTime: boolean;
  /** Whether something still moves. */
  moves: boolean;
  /** Whether the document is too long for all of it to be brought into view, for scripts that watch that. */
  hasUnseen: boolean;
  /** Whether timers of its scripts are waited for. */
  hasTimers: boolean;
  /** Whether it has open shadow trees. */
  hasShadows: boolean;
}

/** What the rules and the boxes of a page ask for, and what they lose on paper. */
export interface PageSurvey {
  /** The page sizes in its `@page` rules, as CSS (CSSPageRule). */
  sizes: string[];
  /** The margins in its `@page` rules, as CSS. */
  margins: string[];
  /** How many images its `img` elements show. */
  pictures: number;
  /** How many elements are links. */
  links: number;
  /** Whether it has frames, films, elements for plug-ins, or canvases without their WebGL. */
  embeds: boolean;
  /** The lists of font families that its rules and elements name, as CSS, without lists of which a family has a font in the page. */
  stacks: string[];
  /** The same of its margin boxes, with their text. */
  boxed: FamilyUse[];
  /** What of its lists of families is not among these. */
  excess: Excess[];
  /** Page counters outside of margin boxes, where they are 0 (CSS Paged Media 3, section 6.1). */
  uncounted: UncountedCounter[];
  /** Whether any of its rules, or the style of an element, asks for hyphens (CSS Text 4, section 6.1). */
  usesHyphens: boolean;
  /** URLs of images and fonts that arrived and cannot be read. */
  unread: string[];
  /** Whether its `@page` rules name a size or margins, so that its pages may be wider than the view, or narrower. */
  namesPaper: boolean;
  /** Whether its `@page` rules name images of a background, or may do so by a variable. */
  hasPageImages: boolean;
  /**
   * Whether it says its language. Otherwise Chromium writes that of the browser into the PDF. True too if an element is in the
   * language of the browser, because Chromium leaves that one out.
   */
  namesLanguage: boolean;
  /** Whether any of its boxes scroll (CSS Overflow 3, section 2). */
  scrolls: boolean;
  /** Boxes that scroll, and of which a part is not shown in the view. */
  cut: CutBox[];
  /** Whether any of its rules, or the style of an element, names an effect that may turn text into a picture. */
  hasEffects: boolean;
  /** Whether any of its rules, or the style of an element, names `position: fixed`. */
  hasFixed: boolean;
  /** Whether any of them names `position: sticky`. */
  hasSticky: boolean;
  /** Whether some of them may have negative margins at the sides of boxes. */
  mayBleed: boolean;
  /** Whether some of them name floats, and some a forced page break. */
  mayBreakFloats: boolean;
}

/** What is known of a document whose page breaks get defaults. */
export interface PrintDefaults {
  /** Whether its style sheets may have layers. */
  mayHaveLayers: boolean;
  /** Whether it may have boxes in a line, such as `display: inline-block`. */
  mayBeInLine: boolean;
  /** Whether it may have boxes with `position: sticky`. */
  mayStick: boolean;
  /** The room for content on its lowest page, in CSS pixels. Default the height of the view. */
  height?: number;
}

/** An effect that turns text into a picture or outlines (Filter Effects 1; CSS Transforms 2, perspective). */
export interface TextEffect {
  /** As CSS: `filter: blur(1px)`. */
  css: string;
  /** What warnings call its element. */
  name: string;
  becomes: 'picture' | 'outlines';
}

/** A page counter outside of margin boxes. */
export interface UncountedCounter {
  /** As CSS: `counter(page)`. */
  value: string;
  selector: string;
}

/** A box or a frame of which a part is not on paper, because it scrolls. Lengths in CSS pixels. */
export interface CutBox {
  /** What warnings call it. */
  name: string;
  shown: number;
  all: number;
  side: 'height' | 'width';
}

/** A box that is in the same place on every page (CSS Paged Media 3, section 3.2), in CSS pixels. */
export interface FixedBox {
  /** What warnings call it. */
  name: string;
  /** How far it is from the edges of the view, of those sides that place it: of both if it fills the view between them. */
  place: { left?: number; right?: number; top?: number; bottom?: number; width: number; height: number };
}

/** A list of font families of margin boxes, and their text. */
export interface FamilyUse {
  css: string;
  text: string;
}

/** What a page names and shows nothing of. */
export interface Lost {
  /** URLs of images, and of frames with XML, that cannot be read. */
  unread: string[];
  /** What `object` and `embed` elements without a document name. */
  embedded: { url: string; type: string }[];
  /** Frames that scroll, and of which a part is not shown. */
  cut: CutBox[];
  /** Films that show no picture. */
  films: string[];
  /** Canvases without the WebGL that they have asked for. */
  withoutWebgl: string[];
}

/** Something that a page has more of than is read: beyond `limit` characters, or as many rules or lists. */
export interface Excess {
  of:
    | 'title'
    | 'language'
    | 'fontFaces'
    | 'fontFaceTexts'
    | 'marginBoxes'
    | 'pageMargin'
    | 'pageSizes'
    | 'fontStyles'
    | 'boxFonts'
    | 'boxFontPairs'
    | 'innerFamilies'
    | 'familyTexts'
    | 'familyTrees'
    | 'innerLinks'
    | 'edgeTexts'
    | 'families'
    | 'family'
    | 'headingTitle'
    | 'headingTitles'
    | 'spoken'
    | 'hidden'
    | 'printed';
  limit: number;
}

/** The titles of headings of several lines, by those that Chromium gives them in the outline. */
export interface HeadingTitles {
  titles: Record<string, string>;
  excess: Excess[];
}

/** What a page says about how its texts are read out. */
export interface ReadAloud {
  /** What is read out for texts of style rules; empty for those that only decorate. */
  spoken: Record<string, string>;
  /** The texts that `aria-hidden` keeps from being read out. */
  hidden: string[];
  /** The texts of its nodes that are certainly on its pages, and read out. */
  texts: string[];
  excess: Excess[];
}

/** The facts of a page that page numbers and headers need. */
export interface ReadFacts {
  /** Whether its margin boxes show `counter(page)`, or its rules distinguish left pages from right ones. */
  countsPage: boolean;
  /** Whether its margin boxes show `counter(pages)`. */
  countsPages: boolean;
  /** Page margins from its `@page` rules, as CSS. */
  margin: Partial<Record<'top' | 'right' | 'bottom' | 'left', string>>;
  /** The margin boxes above and below its pages in which `@page` rules show something, such as `@page :first @top-left`. May repeat. */
  boxes: string[];
  title: string;
  /** The language of the root element; empty if it names none. */
  language: string;
  /** Its `@font-face` rules, with absolute URLs. */
  fontFaces: string[];
  excess: Excess[];
}

/** The numbers of the pages of a part in the whole document. */
export interface NumberedPages {
  /** Pages before the part. */
  before: number;
  /** The number of the last of these; 0 for none. */
  number: number;
  /** Pages of the whole document, by counter style. Default unknown. */
  totals?: Record<string, string>;
}

/** What became of the timers of a page. */
export interface RunTimers {
  /** Whether there were any that the clock moves on to. */
  moved: boolean;
  /** Whether the page waits for any now. */
  hasTimers: boolean;
}

/** The functions of the program `page`. */
export interface BaseCalls extends RuleCalls, StampCalls {
  // Settling and checks.
  /** Whether the document has no content, and nothing that could add some. */
  isEmptyDocument(): boolean;
  /** Waits for an element that matches a selector. Throws if the selector is invalid. */
  waitForSelector(selector: string): Promise<void>;
  /** Waits until a page is complete. */
  settleDocument(options: SettleOptions): Promise<Settled>;
  /** Runs the timers that are due next, once the clock has moved on to them. */
  runTimers(stepEvent: string): Promise<RunTimers>;
  /** Lists the boxes that scroll on pages of these widths, in CSS pixels, by the names of pages. */
  findCutBoxes(widths: Record<string, number>): CutBox[];
  /** Lists the boxes with `position: fixed` that are in front of the text. */
  listFixedBoxes(): FixedBox[];
  /**
   * The first text that is cut where its lines begin, on pages of this width in CSS pixels with `room` (default 0) on both sides; null if no
   * text is cut.
   */
  findCutText(width: number, room?: number): { found: CutText | null; excess: Excess[] };
  /** Lists those of some font families that are installed on the machine. */
  listInstalledFamilies(names: readonly string[]): string[];
  /** Lists the families of text in open shadow trees and frames, as CSS, without lists of which a family has a font there. */
  listInnerStacks(): { stacks: string[]; excess: Excess[] };
  /** Lists the ids that links name and only open shadow trees have. */
  listInnerTargets(): { ids: string[]; excess: Excess[] };
  /** Removes the elements that `findFamilyTexts` added. Returns what it did not read. */
  endFamilyTexts(): Excess[];
  /** Finds what a printed page names and shows nothing of, among it the images with these URLs. */
  findLost(urls: readonly string[]): Promise<Lost>;

  // Preparing.
  /** Makes floats start and end pages if they force a break. Returns the breaks that cannot be. */
  breakFloats(): UnsupportedCss[];
  /**
   * Lets boxes with negative margins reach beyond the edges of their pages; `widths` are those of the content of pages by their names. With
   * `isPlaced`, boxes may also be placed there. Returns whether any does.
   */
  spreadBleeds(widths: Readonly<Record<string, number>>, isPlaced?: boolean): boolean;
  /** Removes filters without effect, and lists the effects on text, or with `isReadAloud` also on images with a text. */
  keepText(isReadAloud: boolean): TextEffect[];
  /** The titles of headings of several lines, by those that Chromium gives them in the outline. */
  listHeadingTitles(): HeadingTitles;
  /** Reads what a page says about how its texts are read out. */
  readAloud(): ReadAloud;
  /** Whether a document names several of Chinese, Japanese and Korean. It is then ready for fonts of each. */
  prepareForms(): boolean;
  /** Reads the facts of a page. */
  readFacts(): ReadFacts;
  /** Makes Chromium write the destinations of these places. */
  addPlaces(names: readonly string[]): void;
  addSheets(sheets: readonly string[]): void;
  /** Leaves an element alone in the document. Returns whether the selector matches one; throws if it is invalid. */
  selectElement(selector: string): boolean;
  /** Whether the document shows a field for a password. */
  showsPasswordField(): boolean;
  /** Scrolls on by windows to the end of the document. `from` is in CSS pixels from its top. */
  scrollOn(from: number, windowLimit: number): Promise<{ end: number; windows: number }>;
  /** Scrolls back to the start of the document. Returns its height. */
  scrollBack(): number;
  /** Makes the page counters in margin boxes count through the whole document. */
  applyPageNumbers(numbers: NumberedPages): void;
}
