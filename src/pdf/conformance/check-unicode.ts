import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { asArray, asDict, asName, asNumber, asString, type PdfDict, PdfStream, resolve } from '../objects/objects.ts';
import { decodeUnicode, listPrivate, readToUnicode } from '../objects/to-unicode.ts';
import type { Breaches } from './breaches.ts';
import { listDifferences } from './check-glyphs.ts';
import { isCharacterName } from './glyph-names.ts';

/** The flag of a font whose characters are its own (ISO 32000-1, table 123). */
const symbolic = 4;

/** Character collections whose characters are known. */
const collections = new Set(['GB1', 'CNS1', 'Japan1', 'Korea1', 'KR']);

const meaningless = /[\0\ufeff\ufffe]/;

/** The codes of a font that are shown, and those of them whose marks give no other text. */
interface ShownCodes {
  codes: ReadonlySet<number>;
  silent: ReadonlySet<number>;
}

/**
 * Checks that the characters that are shown can be read as text (ISO 19005-2, 6.2.11.7.2 and 6.2.11.7.3). `shown` is undefined if
 * the codes of the font are not known.
 */
export function checkUnicode(
  font: PdfDict,
  shown: ShownCodes | undefined,
  name: string,
  breaches: Breaches,
  budget: InflateBudget,
): void {
  const given = resolve(font.get('ToUnicode'));
  const map = given instanceof PdfStream ? readToUnicode(decodeStream(given, budget).toString('latin1')) : new Map();
  // A map of another form than that of most programs is trusted.
  if (map === undefined) return;
  const isKnown = isKnownBy(font, budget);
  if (shown === undefined) {
    if (!(given instanceof PdfStream) && !isKnown(-1)) breaches.add(`${name}, whose text cannot be read`, '6.2.11.7.2');
    return;
  }
  for (const code of shown.codes) {
    const digits = map.get(code);
    if (digits === undefined && !isKnown(code)) {
      breaches.add(`${name}, whose text cannot be read`, '6.2.11.7.2');
    } else if (digits !== undefined && meaningless.test(decodeUnicode(digits))) {
      breaches.add(`${name}, whose text has characters that mean nothing`, '6.2.11.7.2');
    }
    if (digits !== undefined && shown.silent.has(code) && listPrivate(decodeUnicode(digits)).length > 0) {
      breaches.add(`${name}, whose text has characters of private use without ActualText`, '6.2.11.7.3');
    }
  }
}

/** Whether a code has a text without a map, by what its font is. */
function isKnownBy(font: PdfDict, budget: InflateBudget): (code: number) => boolean {
  if (asName(font.get('Subtype')) === 'Type0') {
    const info = asDict(asDict(asArray(font.get('DescendantFonts'))[0])?.get('CIDSystemInfo'));
    const isKnown =
      asString(info?.get('Registry')) === 'Adobe' && collections.has(asString(info?.get('Ordering')) ?? '');
    return () => isKnown;
  }
  const given = resolve(font.get('Encoding'));
  const differences = listDifferences(font);
  const flags = asNumber(asDict(font.get('FontDescriptor'))?.get('Flags')) ?? 0;
  const hasBase = (asName(given) ?? asName(asDict(given)?.get('BaseEncoding'))) !== undefined;
  const isOrdinary = hasBase || ((flags & symbolic) === 0 && asName(font.get('Subtype')) !== 'Type3');
  // The program of a font of this kind names its own characters.
  const isNamed = given === null && asName(font.get('Subtype')) === 'Type1';
  const program = resolve(asDict(font.get('FontDescriptor'))?.get('FontFile'));
  const builtIn = isNamed && program instanceof PdfStream ? readBuiltInNames(decodeStream(program, budget)) : new Map();
  return (code) => {
    const own = differences.get(code) ?? (isOrdinary ? undefined : builtIn.get(code));
    return own === undefined ? isOrdinary || isNamed : isCharacterName(own);
  };
}

/** The names that the encoding of a Type 1 program gives to codes, which is in its readable part (Adobe Type 1 Font Format, 2.2). */
function readBuiltInNames(program: Buffer): Map<number, string> {
  const end = program.indexOf('eexec');
  const text = program.toString('latin1', 0, end < 0 ? undefined : end);
  const entries = text.matchAll(/\bdup\s+(\d{1,3})\s*\/([^\s/]+)\s+put\b/g);
  return new Map([...entries].map(([, code, name]) => [Number(code), name as string]));
}
