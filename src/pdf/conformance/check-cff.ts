import { defaultWidth, readWidths } from '../objects/glyph-widths.ts';
import { asArray, asDict, asName, asNumber, type PdfDict, resolve } from '../objects/objects.ts';
import { readTables } from '../objects/true-type.ts';
import type { Breaches } from './breaches.ts';
import { type CffProgram, readCff } from './cff-program.ts';
import { checkWidth, listDifferences, simpleEncodings } from './check-glyphs.ts';
import { nameOfCharacter, standardName } from './standard-names.ts';

/** The CFF program in the bytes of a font; undefined for an OpenType font with other glyphs. Throws RangeError. */
export function readCffProgram(bytes: Buffer): CffProgram | undefined {
  // Version 1.0, with which no OpenType font begins.
  if (bytes.readUInt16BE(0) === 0x0100) return readCff(bytes);
  const table = readTables(bytes).get('CFF ');
  return table && readCff(table);
}

/** Checks the characters of a composite font with a CFF program (ISO 19005-2, 6.2.11.4.1 and 6.2.11.5). May throw RangeError. */
export function checkCompositeCff(
  descendant: PdfDict,
  codes: ReadonlySet<number>,
  { isComposite, glyphs, glyphOf, advances }: CffProgram,
  name: string,
  breaches: Breaches,
): void {
  const widths = readWidths(descendant);
  const base = defaultWidth(descendant);
  for (const cid of codes) {
    const glyph = isComposite ? glyphOf.get(cid) : cid;
    if (glyph === undefined || glyph >= glyphs)
      breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.4.1');
    else if (glyph > 0) checkWidth(widths?.get(cid) ?? base, advances(glyph), name, breaches);
  }
}

/** Checks the characters of a simple font with a CFF program. May throw RangeError. */
export function checkSimpleCff(
  font: PdfDict,
  codes: ReadonlySet<number>,
  program: CffProgram,
  name: string,
  breaches: Breaches,
): void {
  const find = findGlyphs(font, program);
  const first = asNumber(font.get('FirstChar')) ?? 0;
  const widths = asArray(font.get('Widths'));
  for (const code of codes) {
    const glyph = find(code);
    if (glyph === 'unknown') continue;
    if (glyph === 0) breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.8');
    else if (glyph === undefined) breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.4.1');
    else checkWidth(asNumber(widths[code - first]) ?? 0, program.advances(glyph), name, breaches);
  }
}

/** A function that finds the glyph of a code; undefined for a glyph that is missing. */
function findGlyphs(font: PdfDict, program: CffProgram): (code: number) => number | 'unknown' | undefined {
  const { glyphOf, hasUnknownNames, encoding, isComposite } = program;
  const given = resolve(font.get('Encoding'));
  const base = asName(given) ?? asName(asDict(given)?.get('BaseEncoding'));
  const label = simpleEncodings.get(base ?? '');
  const decoder = label === undefined ? undefined : new TextDecoder(label);
  const differences = listDifferences(font);
  const isStandard = base === 'StandardEncoding' || (base === undefined && encoding === 'standard');
  const nameCode = (code: number): string | undefined => {
    if (differences.has(code)) return differences.get(code);
    if (decoder !== undefined) return nameOfCharacter(decoder.decode(Buffer.from([code])));
    return isStandard ? standardName(code) : undefined;
  };
  return (code) => {
    if (isComposite) return 'unknown';
    const name = nameCode(code);
    if (name !== undefined) return glyphOf.get(name) ?? (hasUnknownNames ? 'unknown' : undefined);
    return base === undefined && encoding instanceof Map ? (encoding.get(code) ?? 0) : 'unknown';
  };
}
