/** An address that a document or a style sheet names, as it is written there. */
export interface Reference {
  address: string;
  /** The line that names it, from 1. */
  line: number;
}

/** The references of an HTML document. */
export interface HtmlReferences {
  /** The address of the first `<base href>`: all others are relative to it (HTML, section 4.2.3). */
  base: string | undefined;
  references: Reference[];
}
