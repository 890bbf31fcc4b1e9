import { decodeStream, type InflateBudget } from '../../objects/decode-stream.ts';
import { asName, type PdfDict, PdfRef, PdfStream, resolve } from '../../objects/objects.ts';
import { decodeUnicode, encodeUnicode, readToUnicode, writeToUnicode } from '../../objects/to-unicode.ts';
import { nameType3 } from '../fonts/type3.ts';

/** A font of our Chromium, as far as its text goes. */
export interface FontText {
  dict: PdfDict;
  /** Equal for the subsets of one font, whose glyphs have the same codes. */
  family: string | PdfDict;
  /** Hexadecimal digits of a code. */
  digits: 2 | 4;
  /** The text of each code. */
  texts: Map<number, string>;
}

/** What the text of a code must not be (ISO 14289-1, 7.21.7). Skia writes U+0000 for glyphs that their font has no text of. */
export const noText = /^$|[\u0000\ufeff\ufffe]/;

/** Reads the text of a font; undefined if that is not what Skia writes. */
export function readFontText(dict: PdfDict, budget: InflateBudget): FontText | undefined {
  const stream = resolve(dict.get('ToUnicode'));
  if (!(stream instanceof PdfStream)) return undefined;
  const unicode = readToUnicode(decodeStream(stream, budget).toString('latin1'));
  if (unicode === undefined) return undefined;
  const texts = new Map([...unicode].map(([code, digits]) => [code, decodeUnicode(digits)]));
  const name = asName(dict.get('BaseFont'))?.replace(/^[A-Z]{6}\+/, '') ?? nameType3(dict);
  return { dict, family: name ?? dict, digits: asName(dict.get('Subtype')) === 'Type0' ? 4 : 2, texts };
}

/** Gives a font the text of its codes. */
export function writeFontText({ dict, digits, texts }: FontText): void {
  const unicode = new Map([...texts].map(([code, text]) => [code, encodeUnicode(text)]));
  dict.set('ToUnicode', new PdfRef(new PdfStream(new Map(), Buffer.from(writeToUnicode(unicode, digits), 'latin1'))));
}
