// Headers, footers and overlays: functions of the program `page`, and their data.

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

/** A page that is as large as its content. */
export interface CroppedPage {
  /** Whether all of its images can be drawn. */
  isDrawn: boolean;
}

/** Functions for headers, footers and overlays. */
export interface StampCalls {
  /** Makes the page as large as its content, which is at most `maxWidth` CSS pixels wide. */
  cropToContent(maxWidth: number): CroppedPage;
  /** Shows the headers and footers of some pages. Returns those without enough room. */
  showStamps(run: StampRun): Promise<TooTall[]>;
  /** Waits for the fonts that layout has requested. */
  waitForFonts(): Promise<void>;
}
