// The program `hyphenation`: its functions, and their data.

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

/** The functions of the program `hyphenation`. */
export interface HyphenationCalls {
  /** Finds the languages of text with `hyphens: auto`. */
  findHyphenatedLanguages(): HyphenatedLanguage[];
  /** Sets soft hyphens into the words of a page, by the patterns of the languages of its text. */
  setHyphens(languages: Record<string, HyphenPatterns>): Promise<HyphenCount>;
}
