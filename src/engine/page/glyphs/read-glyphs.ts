import { ObjectReader } from '../../pdf/object-reader.ts';
import { PdfString } from '../../pdf/objects.ts';
import { decodeTextString } from '../../pdf/text-string.ts';

/** Calls for what a content stream shows, in order. */
export interface GlyphListener {
  /** A font was chosen, by its name in the resources. */
  font(name: string): void;
  /** Glyphs are shown: codes of the font, in hexadecimal. */
  glyphs(codes: string): void;
  /** From here to the matching `end`, the glyphs stand for `text`. Undefined for marks that do not say so. */
  begin(text: string | undefined): void;
  end(): void;
}

/** What Skia writes of text: fonts, strings in hexadecimal, and marks with the text that glyphs stand for. */
const tokens =
  /\/(\S+) [-+\d.]+ Tf\b|\/ActualText\s*(<[\dA-Fa-f]*>|\((?:[^\\()]|\\[\s\S])*\))|<([\dA-Fa-f]+)>|\b(?:(B)DC|(B)MC|(E)MC)\b/g;

/** Reads the text of a content stream of our Chromium (ISO 32000-2, 9.4 and 14.6). */
export function readGlyphs(content: string, listener: GlyphListener): void {
  let text: string | undefined;
  for (const [, font, actual, codes, dictionary, mark, end] of content.matchAll(tokens)) {
    if (codes !== undefined) listener.glyphs(codes);
    else if (font !== undefined) listener.font(font);
    else if (actual !== undefined) text = readText(actual);
    else if (dictionary !== undefined || mark !== undefined) {
      listener.begin(text);
      text = undefined;
    } else if (end !== undefined) listener.end();
  }
}

function readText(written: string): string | undefined {
  const object = new ObjectReader(Buffer.from(written, 'latin1'), () => null).readObject();
  return object instanceof PdfString ? decodeTextString(object.bytes) : undefined;
}
