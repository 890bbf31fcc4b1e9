/** A string as Chromium writes it in CSS values, for regular expressions. */
export const cssString = String.raw`"(?:[^"\\]|\\.)*"`;

/** The text of CSS strings in a row, with one space between words. */
export function joinStrings(css: string): string {
  return collapseSpaces(css.replace(/\\(.)|"( ")?/g, '$1'));
}

/** Text as it is shown: with one space between words. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
