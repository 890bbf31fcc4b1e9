import { nameOfCharacter, standardCharacters, standardName } from '../conformance/standard-names.ts';
import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { defaultWidth, readWidths } from '../objects/glyph-widths.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  type PdfDict,
  type PdfRef,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import { decodeUnicode, readToUnicode } from '../objects/to-unicode.ts';
import type { Face } from './bundled-face.ts';

/** Widths and heights of a font that does not name its own. */
export interface Metrics {
  ascent: number;
  descent: number;
  measure(character: string): number;
}

/**
 * The font of a form, as far as it says which characters it can draw: a simple font whose encoding is known, or one with a table of texts.
 * Subsets have the characters of that table only. Undefined for any other font.
 */
export function readOwnFace(
  name: string,
  font: PdfRef,
  similar: Metrics | undefined,
  budget: InflateBudget,
): Face | undefined {
  const dict = asDict(font);
  const kind = asName(dict?.get('Subtype'));
  if (dict === undefined) return undefined;
  const isComposite = kind === 'Type0' && asName(dict.get('Encoding')) === 'Identity-H';
  if (!isComposite && kind !== 'Type1' && kind !== 'TrueType' && kind !== 'MMType1') return undefined;
  const holder = isComposite ? asDict(asArray(dict.get('DescendantFonts'))[0]) : dict;
  const descriptor = asDict(holder?.get('FontDescriptor'));
  const codes = isComposite ? readTexts(dict, budget) : readSimpleCodes(dict, descriptor, budget);
  if (holder === undefined || codes === undefined || codes.size === 0) return undefined;
  const widthOf = isComposite ? compositeWidths(holder) : simpleWidths(dict, descriptor, similar);
  if (widthOf === undefined) return undefined;
  const height = (key: string) => (asNumber(descriptor?.get(key)) ?? 0) / 1000;
  const [ascent, descent] = [height('Ascent'), -height('Descent')];
  const isSound = ascent > 0.3 && ascent < 2 && descent >= 0 && descent < 1;
  const digits = isComposite ? 4 : 2;
  return {
    name,
    ref: font,
    ascent: isSound ? ascent : (similar?.ascent ?? 0.9),
    descent: isSound ? descent : (similar?.descent ?? 0.22),
    has: (character) => codes.has(character) && widthOf(codes.get(character) ?? 0, character) !== undefined,
    encode: (character) => (codes.get(character) ?? 0).toString(16).toUpperCase().padStart(digits, '0'),
    measure: (character) => widthOf(codes.get(character) ?? 0, character) ?? 0,
  };
}

/** Whether a font has its program in the file. */
export function isEmbedded(font: PdfDict | undefined): boolean {
  const holder = asDict(asArray(font?.get('DescendantFonts'))[0]) ?? font;
  const descriptor = asDict(holder?.get('FontDescriptor'));
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key));
}

type WidthOf = (code: number, character: string) => number | undefined;

function compositeWidths(descendant: PdfDict): WidthOf | undefined {
  const widths = readWidths(descendant);
  return widths && ((code) => (widths.get(code) ?? defaultWidth(descendant)) / 1000);
}

function simpleWidths(
  font: PdfDict,
  descriptor: PdfDict | undefined,
  similar: Metrics | undefined,
): WidthOf | undefined {
  const widths = asArray(font.get('Widths'));
  if (widths.length === 0) return similar && ((_, character) => similar.measure(character));
  const first = asNumber(font.get('FirstChar')) ?? 0;
  const other = asNumber(descriptor?.get('MissingWidth')) ?? 0;
  // A font without a width for a character does not have it.
  return (code) => (asNumber(widths[code - first]) || other) / 1000 || undefined;
}

/** The code of each character that the table of texts of a font names. */
function readTexts(font: PdfDict, budget: InflateBudget): Map<string, number> | undefined {
  const stream = resolve(font.get('ToUnicode'));
  if (!(stream instanceof PdfStream)) return undefined;
  const texts = readToUnicode(decodeStream(stream, budget).toString('latin1'));
  if (texts === undefined) return undefined;
  const codes = new Map<string, number>();
  for (const [code, digits] of texts) {
    const text = decodeUnicode(digits);
    if ([...text].length === 1 && !codes.has(text)) codes.set(text, code);
  }
  return codes;
}

const symbols = /^(?:Symbol|ZapfDingbats|Wingdings|Webdings)/;

function readSimpleCodes(
  font: PdfDict,
  descriptor: PdfDict | undefined,
  budget: InflateBudget,
): Map<string, number> | undefined {
  const name = asName(font.get('BaseFont')) ?? '';
  if (/^[A-Z]{6}\+/.test(name)) return readTexts(font, budget);
  const encoding = resolve(font.get('Encoding'));
  const differences = encoding instanceof Map ? asArray(encoding.get('Differences')) : [];
  const base = encoding instanceof Map ? asName(encoding.get('BaseEncoding')) : asName(encoding);
  const isEmbeddedFont = isEmbedded(font);
  const isSymbolic = ((asNumber(descriptor?.get('Flags')) ?? 0) & 4) !== 0;
  if (symbols.test(name) || (base === undefined && isEmbeddedFont && (isSymbolic || differences.length === 0))) {
    return readTexts(font, budget);
  }
  const characters = readBase(base);
  let code = 0;
  for (const item of differences) {
    const number = asNumber(item);
    if (number !== undefined) code = number;
    else characters[code++] = characterOf(asName(item) ?? '') ?? '';
  }
  const codes = new Map<string, number>();
  for (const [each, character] of characters.entries()) {
    if (character !== undefined && character !== '' && !codes.has(character)) codes.set(character, each);
  }
  return codes;
}

/** The character of each code from 0 to 255. */
function readBase(encoding: string | undefined): string[] {
  const label = { WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' }[encoding ?? ''];
  const all = Array.from({ length: 256 }, (_, code) => code);
  if (label === undefined) return all.map((code) => characterOf(standardName(code)) ?? '');
  return all.map((code) => {
    const character = new TextDecoder(label).decode(Uint8Array.of(code));
    return nameOfCharacter(character) === '.notdef' ? '' : character;
  });
}

const named = new Map(standardCharacters.map(({ name, character }) => [name, character]));
const accents: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  commaaccent: '\u0327',
  cedilla: '\u0327',
  ogonek: '\u0328',
};

/** The character of the name of a glyph (the Adobe Glyph List, as far as fonts for Latin text use it); undefined if it is not known. */
function characterOf(name: string): string | undefined {
  if (name === '.notdef') return undefined;
  if (name === 'Euro') return '€';
  const known = named.get(name);
  if (known !== undefined) return known;
  const [, digits] = /^u(?:ni)?([\dA-F]{4,6})$/.exec(name) ?? [];
  if (digits !== undefined && Number.parseInt(digits, 16) <= 0x10ffff) {
    return String.fromCodePoint(Number.parseInt(digits, 16));
  }
  const [, letter = '', accent = ''] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? [];
  const composed = `${letter}${accents[accent] ?? ''}`.normalize('NFC');
  return accents[accent] !== undefined && [...composed].length === 1 ? composed : undefined;
}
