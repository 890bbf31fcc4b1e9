// The functions that Node may call inside a page, and the data that they take and return: JSON, and no element.
import type { StringKind } from './names.ts';

// Hyphenation.

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

// Footnotes and running elements.

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

// What is complete, and what is on paper.

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
  /** How many images its `img` elements show. */
  pictures: number;
  /** Whether it has frames, films, elements for plug-ins, or canvases without their WebGL. */
  embeds: boolean;
  /** The lists of font families that its rules and elements name, as CSS, without lists of which a family has a font in the page. */
  stacks: string[];
  /** The same of its margin boxes, with their text. */
  boxed: FamilyUse[];
  /** Page counters outside of margin boxes, where they are 0 (CSS Paged Media 3, section 6.1). */
  uncounted: UncountedCounter[];
  /** Whether any of its rules, or the style of an element, asks for hyphens (CSS Text 4, section 6.1). */
  usesHyphens: boolean;
  /** URLs of images and fonts that arrived and cannot be read. */
  unread: string[];
  /** Whether its `@page` rules name a size or margins, so that its pages may be wider than the view, or narrower. */
  namesPaper: boolean;
  /**
   * Whether it says its language. Otherwise Chromium writes that of the browser into the PDF. True too if an element is in the
   * language of the browser, because Chromium leaves that one out.
   */
  namesLanguage: boolean;
  /** Whether any of its boxes scroll (CSS Overflow 3, section 2). */
  scrolls: boolean;
  /** Boxes that scroll, and of which a part is not shown in the view. */
  cut: CutBox[];
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

// What a page is prepared with.

/** What a page says about how its texts are read out. */
export interface ReadAloud {
  /** What is read out for texts of style rules; empty for those that only decorate. */
  spoken: Record<string, string>;
  /** The texts that `aria-hidden` keeps from being read out. */
  hidden: string[];
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

// Headers and footers.

/** The headers and footers of some pages. */
export interface StampRun {
  /** The HTML of each header and footer once. */
  copies: readonly string[];
  /** `@font-face` rules that they may use. */
  fontFaces: readonly string[];
  overlays: readonly StampOverlay[];
}

/** What is printed over one page of the document. Sizes in points. */
export interface StampOverlay {
  width: number;
  height: number;
  slots: readonly PlacedStamp[];
}

/** A header or a footer on one page. */
export interface PlacedStamp {
  name: 'header' | 'footer';
  /** Index of its HTML. */
  copy: number;
  /** The language of text that names none; may be empty. */
  language: string;
  /** Its margin of the page: CSS offsets and height in inches. */
  place: Record<string, number>;
  /** Attributes of its root element, for its styles. */
  marks: readonly string[];
  /** ElementTexts by the class of the elements that show them, such as `pageNumber`. */
  values: Record<string, string>;
}

/** A header or a footer without enough room. Lengths in CSS pixels. */
export interface TooTall {
  name: 'header' | 'footer';
  /** Index of its overlay in the run. */
  index: number;
  height: number;
  /** What its margin has. */
  room: number;
}

/**
 * CSS that has no effect. `value` is what it is without a property, `limit` how many elements or characters have an effect, `selector` what it is for: of
 * a `use`, what needs it.
 */
export interface UnsupportedCss {
  kind: 'declaration' | 'value' | 'limit' | 'length' | 'nested' | 'mixed' | 'use';
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

/** An element that sets the number of its page, from which later pages count on (CSS GCPM 3, section 5). */
export interface PageRestart {
  /** Its place, named as in an address. */
  place: string;
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
  /** Where pages of a name begin, in the order of the document. */
  names: { name: string; place: string }[];
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
  /** The elements that set the number of their page, in the order of the document. */
  restarts: PageRestart[];
  /** Whether `@page` rules count pages otherwise than one by one. */
  countsPages: boolean;
  /** The counter styles in which margin boxes show the number of their page, where it is not counted one by one. */
  numbers: string[];
  /** The elements that end in a leader. */
  leaders: Leader[];
  /** Breaks for a side of the sheet, in the order of the document. */
  breaks: SidedBreak[];
  /** Whether the document has rules for blank pages. */
  hasBlankRules: boolean;
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
}

/** A side of a page that has a margin. */
export type MarginSide = 'top' | 'right' | 'bottom' | 'left';

/** A length in CSS pixels, or as a share of what it is relative to. */
export interface PageLength {
  px?: number;
  share?: number;
}

/** A declaration of a margin box, with its length if it is one. */
export interface BoxDeclaration extends PageLength {
  text: string;
  isImportant: boolean;
}

/** A property that changes counters. */
export type CounterProperty = 'counter-reset' | 'counter-increment' | 'counter-set';

/** An `@page` rule of a document, with lengths in CSS pixels or as a share of the paper. */
export interface PageRule {
  /** Its selectors, as CSS writes them; empty for all pages. */
  selector: string;
  /** Its page size, as it is written; empty if it names none. */
  size: string;
  margin: Partial<Record<MarginSide, PageLength & { isImportant: boolean }>>;
  /** What it does to counters, by the property. */
  counters?: Partial<Record<CounterProperty, { text: string; isImportant: boolean }>>;
  /** What its margin boxes declare, by their names, such as `top-left`, and properties. */
  boxes?: Record<string, Record<string, BoxDeclaration>>;
}

/** What a request has in the place of the `@page` rules of a document. */
export interface PageOverride {
  /** Page sizes of the document, each with the one that replaces it. */
  sizes: [old: string, size: string][];
  /** The size of pages whose rules cannot be read. */
  size?: string | undefined;
  margin?: Partial<Record<MarginSide, string>> | undefined;
}

/** The element that reaches furthest to the right. */
export interface WidestContent {
  name: string;
  /** CSS pixels that the content needs. */
  width: number;
}

/** The functions of the program `hyphenation`. */
export interface HyphenationCalls {
  /** Finds the languages of text with `hyphens: auto`. */
  findHyphenatedLanguages(): HyphenatedLanguage[];
  /** Sets soft hyphens into the words of a page, by the patterns of the languages of its text. */
  setHyphens(languages: Record<string, HyphenPatterns>): Promise<HyphenCount>;
}

/** The functions of the program `footnotes`. */
export interface FootnoteCalls {
  /** Moves footnotes to the foot of the pages that their calls are on. */
  placeNotes(how: PlaceNotes): PlacedNotes;
}

/** The functions of the program `paged`: CSS for paged media. */
export interface PagedCalls {
  /** Hides all of a page but copies of its running elements, each in a margin box of one of its pages. */
  showRunning(how: ShowRunning): Promise<ShownRunning>;
  /** Undoes what `showRunning` did. */
  hideRunning(): void;

  /** Reads what the style sheets of a page, which are translated, ask for that Chromium does not do by itself. */
  readPaged(limits: PagedLimits): PagedPage;
  /** Writes the texts of places, and sets leaders and blank pages. */
  writePaged(texts: PagedTexts): void;
  /** Lists the different `style` attributes that a pattern finds, up to a limit. */
  listStyles(pattern: string, limit: number): string[];
  /** Replaces `style` attributes, each by another. */
  replaceStyles(replacements: [old: string, style: string][]): void;
}

/** The functions of the program `page`. */
export interface BaseCalls {
  // Pages.
  /** Reads the `@page` rules that apply. */
  readPageRules(): PageRule[];
  /** Overrides the `@page` rules. Returns whether a margin of the document changed. */
  writePageOverride(override: PageOverride): boolean;
  /** What reaches beyond the width of a page in CSS pixels; null if nothing does. */
  measureWidest(width: number): WidestContent | null;

  // Settling and checks.
  /** Whether the document has no content, and nothing that could add some. */
  isEmptyDocument(): boolean;
  /** Waits for an element that matches a selector. Throws if the selector is invalid. */
  waitForSelector(selector: string): Promise<void>;
  /** Waits until a page is complete. */
  settleDocument(options: SettleOptions): Promise<Settled>;
  /** Runs the timers that are due next, once the clock has moved on to them. Returns false if there are none that it moves on to. */
  runTimers(stepEvent: string): Promise<boolean>;
  /** Lists the boxes that scroll on pages of these widths, in CSS pixels, by the names of pages. */
  findCutBoxes(widths: Record<string, number>): CutBox[];
  /** Lists those of some font families that are installed on the machine. */
  listInstalledFamilies(names: readonly string[]): string[];
  /** Lists the families of text in open shadow trees and frames, as CSS, without lists of which a family has a font there. */
  listInnerStacks(): string[];
  /** Removes the elements that `findFamilyTexts` added. */
  removeProbes(): void;
  /** Finds what a printed page names and shows nothing of, among it the images with these URLs. */
  findLost(urls: readonly string[]): Promise<Lost>;

  // Preparing.
  /** The titles of headings of several lines, by those that Chromium gives them in the outline. */
  listHeadingTitles(): Record<string, string>;
  /** Reads what a page says about how its texts are read out. */
  readAloud(): ReadAloud;
  /** Whether a document names several of Chinese, Japanese and Korean. It is then ready for fonts of each. */
  prepareForms(): boolean;
  /** Reads the facts of a page. */
  readFacts(): ReadFacts;
  /** Makes Chromium write the destinations of these places. */
  addPlaces(names: readonly string[]): void;
  /** Makes the page counters in margin boxes count through the whole document. */
  applyPageNumbers(numbers: NumberedPages): void;

  // Headers and footers.
  /** Shows the headers and footers of some pages. Returns those without enough room. */
  showStamps(run: StampRun): Promise<TooTall[]>;
  /** Waits for the fonts that layout has requested. */
  waitForFonts(): Promise<void>;
}

/** All functions that run in an isolated world of the document. */
export type PageCalls = BaseCalls & PagedCalls & FootnoteCalls & HyphenationCalls;

/** Functions of the program `page` that find elements, of which Node gets the ids (DevTools RemoteObjectId). */
export interface ElementCalls {
  /** Finds the first text of each list of font families. Adds the text of margin boxes to the document. */
  findFamilyTexts(stacks: readonly string[], boxed: readonly FamilyUse[]): readonly (object | undefined)[];
}

/** The programs that are one function, which runs in the page's own world. */
export interface Programs {
  /** Runs before the scripts of each document. `stepEvent` moves its clock on. */
  start(stepEvent: string): void;
  /** Runs before the scripts of each document: removes WebRTC. */
  removeWebRtc(): void;
  /** Surveys a document without scripts. */
  surveyPage(): PageSurvey;
  /** Has Chromium build all boxes again, if content arrived after the first paint. */
  rebuildBoxes(): void;
}
