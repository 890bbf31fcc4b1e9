import { decodeStream, type InflateBudget } from '../../pdf/decode-stream.ts';
import { asArray, asDict, asName, asNumber, PdfDamage, type PdfDict, PdfStream, resolve } from '../../pdf/objects.ts';
import type { Breaches } from './breaches.ts';
import { type FontProgram, readFontProgram } from './font-program.ts';
import type { FontUse } from './font-uses.ts';

const simpleKinds = new Set(['Type1', 'MMType1', 'TrueType']);
const programKinds = new Set(['Type1C', 'CIDFontType0C', 'OpenType']);

/** The flag of a font whose characters are its own (ISO 32000-1, table 123). */
const symbolic = 4;

/** What a width may differ by, in thousandths of an em (ISO 19005-2, 6.2.11.5). */
const tolerance = 1;

/** Encodings of simple fonts that say what each code is, with the name that JavaScript reads them by. */
const encodings: Readonly<Record<string, string>> = { WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' };

/** Checks a font that text is shown in (ISO 19005-2, 6.2.11). `isSure` is true of a file that claims to be PDF/A itself. */
export function checkFont(
  font: PdfDict,
  use: FontUse,
  breaches: Breaches,
  budget: InflateBudget,
  isSure: boolean,
): void {
  const kind = asName(font.get('Subtype')) ?? '';
  const name = `the font ${(asName(font.get('BaseFont')) ?? 'without a name').replace(/^[A-Z]{6}\+/, '')}`;
  if (kind === 'Type3') return;
  const isComposite = kind === 'Type0';
  const holder = isComposite ? asDict(asArray(font.get('DescendantFonts'))[0]) : font;
  const descriptor = asDict(holder?.get('FontDescriptor'));
  const program = ['FontFile', 'FontFile2', 'FontFile3'].map((key) => resolve(descriptor?.get(key))).find(isStream);
  if (holder === undefined || (!isComposite && !simpleKinds.has(kind))) {
    breaches.add(`${name}, which is of no kind that PDF knows`, '6.2.11.2');
    return;
  }
  if (program === undefined) {
    if (use.isSeen) breaches.add(`${name} is not embedded`, '6.2.11.4.1');
    return;
  }
  const programKind = asName(program.dict.get('Subtype'));
  if (programKind !== undefined && !programKinds.has(programKind)) {
    breaches.add(`${name}, whose program is of no kind that PDF knows`, '6.2.11.2');
  }
  if (isComposite) checkEncoding(font, name, breaches, isSure);
  else checkWidthList(font, name, breaches);
  const codes = listCodes(use, isComposite ? 2 : 1);
  if (isComposite ? codes.has(0) : namesNothing(font, codes))
    breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.8');
  if (!use.isSeen) return;
  const isTrueType = descriptor?.has('FontFile2') ?? false;
  if (!isTrueType) return;
  try {
    const outlines = readFontProgram(decodeStream(program, budget));
    if (isComposite) checkComposite(holder, codes, outlines, name, breaches, budget);
    else
      checkTrueType(
        font,
        (asNumber(descriptor?.get('Flags')) ?? 0) & symbolic,
        codes,
        outlines,
        name,
        breaches,
        isSure,
      );
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof PdfDamage)) throw error;
    breaches.add(`${name}, whose program cannot be read`, '6.2.11.2');
  }
}

function isStream(value: unknown): value is PdfStream {
  return value instanceof PdfStream;
}

/** Whether a code of a simple font is said to be no character. */
function namesNothing(font: PdfDict, codes: ReadonlySet<number>): boolean {
  let code = 0;
  for (const item of asArray(asDict(font.get('Encoding'))?.get('Differences')).map(resolve)) {
    if (typeof item === 'number') code = item;
    else if (asName(item) === '.notdef' && codes.has(code)) return true;
    else code++;
  }
  return false;
}

function checkEncoding(font: PdfDict, name: string, breaches: Breaches, isSure: boolean): void {
  const encoding = asName(font.get('Encoding'));
  if (encoding === 'Identity-H' || encoding === 'Identity-V' || isSure) return;
  breaches.add(`${name}, whose encoding ${encoding ?? ''} is not looked into here`);
}

function checkWidthList(font: PdfDict, name: string, breaches: Breaches): void {
  const [first, last] = [asNumber(font.get('FirstChar')), asNumber(font.get('LastChar'))];
  const widths = asArray(font.get('Widths'));
  if (first === undefined || last === undefined || widths.length !== last - first + 1) {
    breaches.add(`${name}, whose widths are not whole`, '6.2.11.2');
  }
}

function checkComposite(
  descendant: PdfDict,
  codes: ReadonlySet<number>,
  { advances, glyphs }: FontProgram,
  name: string,
  breaches: Breaches,
  budget: InflateBudget,
): void {
  const map = resolve(descendant.get('CIDToGIDMap'));
  const gids = map instanceof PdfStream ? decodeStream(map, budget) : undefined;
  const widths = readWidths(descendant);
  const base = asNumber(descendant.get('DW')) ?? 1000;
  for (const cid of codes) {
    const glyph = gids === undefined ? cid : cid * 2 + 1 < gids.length ? gids.readUInt16BE(cid * 2) : 0;
    if (glyph === 0) breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.8');
    else if (glyph >= glyphs) breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.4.1');
    else checkWidth(widths.get(cid) ?? base, advances(glyph), name, breaches);
  }
}

function checkTrueType(
  font: PdfDict,
  isSymbolic: number,
  codes: ReadonlySet<number>,
  { advances, glyphs, maps }: FontProgram,
  name: string,
  breaches: Breaches,
  isSure: boolean,
): void {
  const given = resolve(font.get('Encoding'));
  const encoding = asName(given) ?? asName(asDict(given)?.get('BaseEncoding'));
  const symbolMap = maps.find(({ platform, encoding: id }) => platform === 3 && id === 0);
  if (isSymbolic) {
    if (given !== null) breaches.add(`${name}, which has an encoding though its characters are its own`, '6.2.11.6');
    if (maps.length !== 1 && symbolMap === undefined)
      breaches.add(`${name}, whose characters cannot be told apart`, '6.2.11.6');
  } else {
    if (encoding === undefined || !(encoding in encodings))
      breaches.add(`${name}, whose encoding is not one of two`, '6.2.11.6');
    if (symbolMap ? maps.length < 2 : maps.length < 1)
      breaches.add(`${name}, whose characters cannot be found`, '6.2.11.6');
  }
  if (asDict(given)?.has('Differences') && !isSure) {
    breaches.add(`${name}, whose encoding has differences that are not looked into here`);
    return;
  }
  const decoder = encoding === undefined ? undefined : new TextDecoder(encodings[encoding] ?? 'latin1');
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

function checkWidth(said: number, drawn: number, name: string, breaches: Breaches): void {
  if (Math.abs(said - drawn) > tolerance)
    breaches.add(`${name}, whose widths are not those of its program`, '6.2.11.5');
}

/** The widths of the characters of a CIDFont (ISO 32000-1, 9.7.4.3). */
function readWidths(descendant: PdfDict): Map<number, number> {
  const widths = new Map<number, number>();
  const list = asArray(descendant.get('W')).map(resolve);
  for (let at = 0; at + 1 < list.length; ) {
    const first = asNumber(list[at]) ?? 0;
    const next = list[at + 1];
    if (Array.isArray(next)) {
      for (const [index, width] of next.entries()) widths.set(first + index, asNumber(width) ?? 0);
      at += 2;
    } else {
      const last = Math.min(asNumber(next) ?? 0, 65535);
      for (let cid = first; cid <= last; cid++) widths.set(cid, asNumber(list[at + 2]) ?? 0);
      at += 3;
    }
  }
  return widths;
}

/** The codes that are shown, each once. */
function listCodes({ shown }: FontUse, bytes: 1 | 2): Set<number> {
  const codes = new Set<number>();
  for (const text of shown) {
    for (let at = 0; at + bytes <= text.length; at += bytes) {
      codes.add(bytes === 1 ? text.charCodeAt(at) : (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1));
    }
  }
  return codes;
}
