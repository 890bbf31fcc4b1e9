import { ObjectReader } from './object-reader.ts';
import { PdfString } from './objects.ts';
import { decodeTextString } from './text-string.ts';

/** A piece of a content stream that shows text or says something of it. */
export type TextToken = {
  /** Where it starts and ends in the content. */
  start: number;
  end: number;
} & (
  | { kind: 'font'; name: string }
  /** A string of codes, in hexadecimal. */
  | { kind: 'glyphs'; codes: string }
  /** The start of marked content, with the text of its glyphs if the mark has one. */
  | { kind: 'begin'; text: string | undefined; isReversed: boolean }
  | { kind: 'end' }
);

/** What Skia writes of text: fonts, strings in hexadecimal, and marks with the text that glyphs represent. */
const tokens =
  /\/([^\s/()<>[\]]{1,40}) [-+\d.]+ Tf\b|\/\w{1,40}\s*<<\/ActualText\s*(<[\dA-Fa-f]*>|\((?:[^\\()]|\\[\s\S])*\))\s*>>\s*BDC\b|<([\dA-Fa-f]+)>|(\/ReversedChars )BMC\b|\b(B[DM]C)\b|\bEMC\b/g;

/** Reads the text of a content stream of our Chromium (ISO 32000-2, 9.4 and 14.6). */
export function* readTextTokens(content: string): Generator<TextToken> {
  for (const { 0: whole, 1: font, 2: actual, 3: codes, 4: reversed, 5: other, index } of content.matchAll(tokens)) {
    const place = { start: index, end: index + whole.length };
    if (codes !== undefined) yield { ...place, kind: 'glyphs', codes };
    else if (font !== undefined) yield { ...place, kind: 'font', name: font };
    else if (actual !== undefined) yield { ...place, kind: 'begin', text: readText(actual), isReversed: false };
    else if (reversed !== undefined || other !== undefined) {
      yield { ...place, kind: 'begin', text: undefined, isReversed: reversed !== undefined };
    } else yield { ...place, kind: 'end' };
  }
}

function readText(written: string): string | undefined {
  const object = new ObjectReader(Buffer.from(written, 'latin1'), () => null).readObject();
  return object instanceof PdfString ? decodeTextString(object.bytes) : undefined;
}
