// `@page` rules: functions of the program `page`, and their data.

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

/** A property of the background of a page, as longhands. */
export type BackgroundProperty =
  | 'background-image'
  | 'background-size'
  | 'background-position'
  | 'background-repeat'
  | 'background-origin';

/** An `@page` rule of a document, with lengths in CSS pixels or as a share of the paper. */
export interface PageRule {
  /** Its selectors, as CSS writes them; empty for all pages. */
  selector: string;
  /** Its page size, as it is written; empty if it names none. */
  size: string;
  margin: Partial<Record<MarginSide, PageLength & { isImportant: boolean }>>;
  padding?: Partial<Record<MarginSide, PageLength & { isImportant: boolean }>>;
  /** The widths of its borders. */
  border?: Partial<Record<MarginSide, PageLength & { isImportant: boolean }>>;
  /** Its bleed, which is a length or `auto`, and its printer's marks. */
  bleed?: BoxDeclaration;
  marks?: BoxDeclaration;
  /** What it says of its background, a text for each layer: addresses absolute, lengths in pixels, keywords of places as shares. */
  background?: Partial<Record<BackgroundProperty, { layers: string[]; isImportant: boolean }>>;
  /** What it does to counters, by the property. */
  counters?: Partial<Record<CounterProperty, { text: string; isImportant: boolean }>>;
  /** What its margin boxes declare, by their names, such as `top-left`, and properties. */
  boxes?: Record<string, Record<string, BoxDeclaration>>;
}

/** What a request sets instead of the `@page` rules of a document. */
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

/** Text that the edge of a page cuts. */
export interface CutText {
  name: string;
  /** CSS pixels of it beyond the edge. */
  cut: number;
  side: 'left' | 'right';
}

/** Functions for `@page` rules. */
export interface RuleCalls {
  /** Reads the `@page` rules that apply. */
  readPageRules(): PageRule[];
  /** Overrides the `@page` rules. Returns whether a margin of the document changed. */
  writePageOverride(override: PageOverride): boolean;
  /** The natural width and height of images, by their addresses, in CSS pixels. Without those that cannot be loaded. */
  measureImages(urls: readonly string[]): Promise<Record<string, [width: number, height: number]>>;
  /** Adds a style sheet with the sizes and places of the backgrounds of pages. */
  writePageBackgrounds(css: string): void;
  /** What reaches beyond the width of a page in CSS pixels; null if nothing does. */
  measureWidest(width: number): WidestContent | null;
}
