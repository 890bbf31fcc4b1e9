/** The byte of each character of windows-1252. */
const bytes = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
);

/**
 * The text of a style sheet as Chromium applies it. DevTools (method CSS.getStyleSheetText) decodes a file without a charset in its
 * Content-Type as windows-1252, whatever its `@charset` and the document say; the style engine decodes it as UTF-8 or as its `@charset`
 * (CSS Syntax 3, section 3.2). A text that is not valid in that charset is returned unchanged.
 */
export function decodeSheet(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const charset = /^@charset "([^"]{1,40})";/.exec(text)?.[1] ?? 'utf-8';
  const file = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = bytes.get(text.charAt(at));
    if (byte === undefined) return text;
    file[at] = byte;
  }
  try {
    return new TextDecoder(charset, { fatal: true }).decode(file);
  } catch {
    // Bytes that are not of this charset, or a charset that does not exist.
    return text;
  }
}
