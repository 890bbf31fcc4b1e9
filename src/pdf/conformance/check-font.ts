import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { asArray, asDict, asName, asNumber, PdfDamage, type PdfDict, PdfStream, resolve } from '../objects/objects.ts';
import type { Breaches } from './breaches.ts';
import { checkCompositeCff, checkSimpleCff, readCffProgram } from './check-cff.ts';
import { checkEncoding } from './check-encoding.ts';
import { checkComposite, checkDrawn, checkTrueType, listDifferences } from './check-glyphs.ts';
import { isUtf8Name } from './check-limits.ts';
import { checkUnicode } from './check-unicode.ts';
import { readFontProgram } from './font-program.ts';

/** The entries that hold the program of a font, by its kind (ISO 32000-1, table 126). */
const simpleKinds: Readonly<Record<string, readonly string[]>> = {
  Type1: ['FontFile', 'FontFile3'],
  MMType1: ['FontFile', 'FontFile3'],
  TrueType: ['FontFile2', 'FontFile3'],
};
const descendantKinds: Readonly<Record<string, readonly string[]>> = {
  CIDFontType0: ['FontFile3'],
  CIDFontType2: ['FontFile2', 'FontFile3'],
};
const cffKinds = new Set(['Type1C', 'CIDFontType0C', 'OpenType']);

/** What is asked of fonts. */
export interface FontDemands {
  /** Whether the file claims itself to keep the standard. */
  isSure: boolean;
  /** Whether all text must be readable, as in PDF/A of levels U and A and in PDF/UA. */
  isReadable: boolean;
}

/** Checks a font that text is shown in (ISO 19005-2, 6.2.11). */
export function checkFont(
  font: PdfDict,
  use: FontUse,
  breaches: Breaches,
  budget: InflateBudget,
  { isSure, isReadable }: FontDemands,
): void {
  const kind = asName(font.get('Subtype')) ?? '';
  const name = `the font ${(asName(font.get('BaseFont')) ?? 'without a name').replace(/^[A-Z]{6}\+/, '')}`;
  const isComposite = kind === 'Type0';
  const holder = isComposite ? asDict(asArray(font.get('DescendantFonts'))[0]) : font;
  const descriptor = asDict(holder?.get('FontDescriptor'));
  const codes = listCodes(use.shown, isComposite ? 2 : 1);
  // Codes of other encodings are not the numbers of characters.
  const isDirect = !isComposite || /^Identity-[HV]$/.test(asName(font.get('Encoding')) ?? '');
  if (isReadable) {
    const silent = listCodes(use.silent, isComposite ? 2 : 1);
    checkUnicode(font, isDirect ? { codes, silent } : undefined, name, breaches, budget);
  }
  if (asName(font.get('Type')) !== 'Font') breaches.add(`${name}, which does not say what it is`, '6.2.11.2');
  const names = [font, holder, descriptor].flatMap(
    (dict) => asName(dict?.get('BaseFont') ?? dict?.get('FontName')) ?? [],
  );
  if (!names.every(isUtf8Name)) breaches.add(`${name}, whose name is not UTF-8`, '6.1.8');
  if (kind === 'Type3') {
    checkWidthList(font, name, breaches);
    if (use.isSeen) checkDrawn(font, codes, name, breaches, budget);
    return;
  }
  const entries = (isComposite ? descendantKinds : simpleKinds)[asName(holder?.get('Subtype')) ?? ''];
  if (holder === undefined || entries === undefined) {
    breaches.add(`${name}, which is of no kind that PDF knows`, '6.2.11.2');
    return;
  }
  if (asName(holder.get('Type')) !== 'Font' || !font.has('BaseFont') || !holder.has('BaseFont')) {
    breaches.add(`${name}, which does not say what it is`, '6.2.11.2');
  }
  const program = entries.map((key) => resolve(descriptor?.get(key))).find(isStream);
  if (program === undefined) {
    if (use.isSeen) breaches.add(`${name} is not embedded`, '6.2.11.4.1');
    return;
  }
  const programKind = asName(program.dict.get('Subtype'));
  if (programKind !== undefined && !cffKinds.has(programKind)) {
    breaches.add(`${name}, whose program is of no kind that PDF knows`, '6.2.11.2');
  }
  if (isComposite) checkEncoding(font, name, breaches, budget, isSure);
  else checkWidthList(font, name, breaches);
  if (isComposite ? isDirect && codes.has(0) : namesNothing(font, codes))
    breaches.add(`${name}, which lacks a character that is shown`, '6.2.11.8');
  if (isComposite && isDirect && use.shown.some((text) => text.length % 2 === 1))
    breaches.add(`${name}, whose text ends within a character`, '6.2.11.4.1');
  if (!use.isSeen) return;
  const isTrueType = descriptor?.has('FontFile2') ?? false;
  const isCff = !isTrueType && cffKinds.has(programKind ?? '');
  if (!(isTrueType || isCff) || !isDirect) return;
  try {
    if (isCff) {
      const cff = readCffProgram(decodeStream(program, budget));
      if (cff !== undefined && isComposite) checkCompositeCff(holder, codes, cff, name, breaches);
      else if (cff !== undefined) checkSimpleCff(font, codes, cff, name, breaches);
      return;
    }
    const outlines = readFontProgram(decodeStream(program, budget));
    if (isComposite) checkComposite(holder, codes, outlines, name, breaches, budget);
    else checkTrueType(font, codes, outlines, name, breaches, isSure);
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
  return [...listDifferences(font)].some(([code, name]) => name === '.notdef' && codes.has(code));
}

function checkWidthList(font: PdfDict, name: string, breaches: Breaches): void {
  const [first, last] = [asNumber(font.get('FirstChar')), asNumber(font.get('LastChar'))];
  const widths = asArray(font.get('Widths'));
  if (first === undefined || last === undefined || widths.length !== last - first + 1) {
    breaches.add(`${name}, whose widths are not whole`, '6.2.11.2');
  }
}

/** The codes of strings, each once. */
function listCodes(shown: readonly string[], bytes: 1 | 2): Set<number> {
  const codes = new Set<number>();
  for (const text of shown) {
    for (let at = 0; at + bytes <= text.length; at += bytes) {
      codes.add(bytes === 1 ? text.charCodeAt(at) : (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1));
    }
  }
  return codes;
}

/** Text that shows nothing, for search above a scanned page (ISO 32000-1, table 106). */
const invisible = 3;

/** What a document shows in a font. */
export interface FontUse {
  /** The strings in it that are seen, one after another. Long text is cut. */
  shown: string[];
  /** Those of them that no mark gives another text. */
  silent: string[];
  /** Whether any of it is seen. */
  isSeen: boolean;
  length: number;
}

const lengthLimit = 200_000;

/** Collects what is shown in each font. */
export class FontUses {
  readonly all = new Map<PdfDict, FontUse>();

  /** Adds a string that is shown in a font and a rendering mode. Returns whether the font is met for the first time. */
  add(font: PdfDict, { mode, isSpoken }: { mode: number; isSpoken: boolean }, bytes: string): boolean {
    const known = this.all.get(font);
    const use = known ?? { shown: [], silent: [], isSeen: false, length: 0 };
    this.all.set(font, use);
    if (mode !== invisible) use.isSeen = true;
    if (use.length < lengthLimit) {
      use.shown.push(bytes);
      if (!isSpoken) use.silent.push(bytes);
    }
    use.length += bytes.length;
    return known === undefined;
  }
}
