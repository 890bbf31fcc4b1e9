import { readOperations } from '../content/content-operations.ts';
import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { defaultWidth, readWidths } from '../objects/glyph-widths.ts';
import { ObjectReader } from '../objects/object-reader.ts';
import { asArray, asDict, asName, asNumber, type PdfDict, PdfStream, resolve } from '../objects/objects.ts';
import type { Breaches } from './breaches.ts';
import type { FontProgram } from './font-program.ts';
import { isCharacterName } from './glyph-names.ts';

/** The flag of a font whose characters are its own (ISO 32000-1, table 123). */
const symbolic = 4;

/** What a width may differ by, in thousandths of an em (ISO 19005-2, 6.2.11.5). */
const tolerance = 1;

/** Encodings of simple fonts that say what each code is, with the name that JavaScript reads them by. */
export const simpleEncodings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    WinAnsiEncoding: 'windows-1252',
    MacRomanEncoding: 'macintosh',
  }),
);

/** The names that the encoding of a simple font gives to codes itself (ISO 32000-1, 9.6.6). */
export function listDifferences(font: PdfDict): Map<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const item of asArray(asDict(font.get('Encoding'))?.get('Differences')).map(resolve)) {
    if (typeof item === 'number') code = item;
    else names.set(code++, asName(item) ?? '');
  }
  return names;
}

/** Checks the characters of a font whose glyphs are drawings (ISO 32000-1, 9.6.5). */
export function checkDrawn(
  font: PdfDict,
  codes: ReadonlySet<number>,
  name: string,
  breaches: Breaches,
  budget: InflateBudget,
): void {
  const names = listDifferences(font);
  const drawings = asDict(font.get('CharProcs'));
  const first = asNumber(font.get('FirstChar')) ?? 0;
  const widths = asArray(font.get('Widths'));
  for (const code of codes) {
    const drawing = resolve(drawings?.get(names.get(code) ?? ''));
    if (!(drawing instanceof PdfStream)) {
      breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.4.1');
      continue;
    }
    const content = decodeStream(drawing, budget);
    // The first operator says how wide the drawing is (ISO 32000-1, 9.6.5, table 113).
    const [width] = readOperations(content);
    const said = width && new ObjectReader(content, () => null, width.start).readObject();
    checkWidth(asNumber(widths[code - first]) ?? 0, asNumber(said) ?? 0, name, breaches);
  }
}

/** Checks the characters of a composite font with a TrueType program. Reading it may throw RangeError. */
export function checkComposite(
  descendant: PdfDict,
  codes: ReadonlySet<number>,
  { advances, glyphs }: FontProgram,
  name: string,
  breaches: Breaches,
  budget: InflateBudget,
): void {
  const map = resolve(descendant.get('CIDToGIDMap'));
  if (map !== null && map !== 'Identity' && !(map instanceof PdfStream)) {
    breaches.add(`${name}, whose glyphs cannot be found`, '6.2.11.3.2');
  }
  const gids = map instanceof PdfStream ? decodeStream(map, budget) : undefined;
  const widths = readWidths(descendant);
  const base = defaultWidth(descendant);
  for (const cid of codes) {
    const glyph = gids === undefined ? cid : cid * 2 + 1 < gids.length ? gids.readUInt16BE(cid * 2) : 0;
    if (glyph === 0) breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.8');
    else if (glyph >= glyphs) breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.4.1');
    else checkWidth(widths?.get(cid) ?? base, advances(glyph), name, breaches);
  }
}

/** Checks the characters of a simple font with a TrueType program (ISO 19005-2, 6.2.11.6). Reading it may throw RangeError. */
export function checkTrueType(
  font: PdfDict,
  codes: ReadonlySet<number>,
  { advances, glyphs, maps }: FontProgram,
  name: string,
  breaches: Breaches,
  isSure: boolean,
): void {
  const isSymbolic = ((asNumber(asDict(font.get('FontDescriptor'))?.get('Flags')) ?? 0) & symbolic) !== 0;
  const given = resolve(font.get('Encoding'));
  const encoding = asName(given) ?? asName(asDict(given)?.get('BaseEncoding'));
  const symbolMap = maps.find(({ platform, encoding: id }) => platform === 3 && id === 0);
  if (isSymbolic) {
    if (given !== null) breaches.add(`${name}, which has an encoding though its characters are its own`, '6.2.11.6');
    if (maps.length !== 1 && symbolMap === undefined)
      breaches.add(`${name}, whose characters cannot be distinguished`, '6.2.11.6');
  } else {
    if (encoding === undefined || !simpleEncodings.has(encoding))
      breaches.add(`${name}, whose encoding is not one of two`, '6.2.11.6');
    if (symbolMap ? maps.length < 2 : maps.length < 1)
      breaches.add(`${name}, whose characters cannot be found`, '6.2.11.6');
  }
  if (asDict(given)?.has('Differences')) {
    const isNamed = [...listDifferences(font).values()].every((each) => each === '.notdef' || isCharacterName(each));
    const hasMap = maps.some(({ platform, encoding: id }) => platform === 3 && id === 1);
    if (!isSymbolic && !(isNamed && hasMap)) {
      breaches.add(`${name}, whose encoding has names that readers do not know`, '6.2.11.6');
    }
    if (!isSure) breaches.add(`${name}, whose encoding has differences that are not looked into here`);
    return;
  }
  const decoder = encoding === undefined ? undefined : new TextDecoder(simpleEncodings.get(encoding) ?? 'latin1');
  const unicodeMap = maps.find(({ platform, encoding: id }) => platform === 3 && id === 1);
  const first = asNumber(font.get('FirstChar')) ?? 0;
  const widths = asArray(font.get('Widths'));
  for (const code of codes) {
    let glyph: number | undefined;
    if (isSymbolic) {
      const map = symbolMap ?? maps[0];
      glyph =
        [code, 0xf000 + code, 0xf100 + code, 0xf200 + code]
          .map((each) => map?.find(each) ?? 0)
          .find((each) => each > 0) ?? 0;
    } else if (decoder !== undefined && unicodeMap !== undefined) {
      glyph = unicodeMap.find(decoder.decode(Buffer.from([code])).codePointAt(0) ?? 0);
    }
    if (glyph === undefined) continue;
    if (glyph === 0 || glyph >= glyphs) breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.4.1');
    else checkWidth(asNumber(widths[code - first]) ?? 0, advances(glyph), name, breaches);
  }
}

/** Checks a width of a font's dictionary against that of its program (ISO 19005-2, 6.2.11.5). */
export function checkWidth(said: number, drawn: number, name: string, breaches: Breaches): void {
  if (Math.abs(said - drawn) > tolerance)
    breaches.add(`${name}, whose widths are not those of its program`, '6.2.11.5');
}
