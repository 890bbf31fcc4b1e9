import { decodeStream, type InflateBudget } from '../../objects/decode-stream.ts';
import { defaultWidth, readWidths } from '../../objects/glyph-widths.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  buildDict,
  PdfDamage,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../../objects/objects.ts';
import { readToUnicode, type UnicodeMap, writeToUnicode } from '../../objects/to-unicode.ts';
import { readTrueType, type TrueType, writeTrueType } from '../../objects/true-type.ts';

const inflateLimit = 256 * 1024 * 1024;

/** A subset of a TrueType font, as our Chromium embeds it (ISO 32000-2, 9.7). */
interface Subset {
  /** The composite font. */
  font: PdfDict;
  descendant: PdfDict;
  descriptor: PdfDict;
  program: PdfStream;
}

/** The joined subsets of one font. */
interface Union {
  members: Subset[];
  trueType: TrueType;
  unicode: UnicodeMap;
  widths: Map<number, number>;
}

/** Joins the TrueType subsets among fonts of our Chromium. Their glyphs keep the numbers that they have in the whole font. */
export function mergeTrueType(fonts: Iterable<PdfDict>): void {
  const byName = new Map<string, Subset[]>();
  for (const font of fonts) {
    const subset = readSubset(font);
    if (subset === undefined) continue;
    const name = nameOf(font).replace(/^[A-Z]{6}\+/, '');
    const list = byName.get(name) ?? [];
    byName.set(name, list);
    list.push(subset);
  }
  const budget: InflateBudget = { bytes: inflateLimit };
  for (const subsets of byName.values()) {
    if (subsets.length === 1) continue;
    for (const union of joinSubsets(subsets, budget)) if (union.members.length > 1) replace(union);
  }
}

function readSubset(font: PdfDict): Subset | undefined {
  const descendant = asDict(asArray(font.get('DescendantFonts'))[0]);
  const descriptor = asDict(descendant?.get('FontDescriptor'));
  const program = resolve(descriptor?.get('FontFile2'));
  const fits =
    asName(font.get('Encoding')) === 'Identity-H' &&
    asName(descendant?.get('CIDToGIDMap')) === 'Identity' &&
    resolve(font.get('ToUnicode')) instanceof PdfStream &&
    program instanceof PdfStream;
  return fits && descendant && descriptor ? { font, descendant, descriptor, program } : undefined;
}

function nameOf(font: PdfDict): string {
  return asName(font.get('BaseFont')) ?? '';
}

function joinSubsets(subsets: readonly Subset[], budget: InflateBudget): Union[] {
  const unions: Union[] = [];
  for (const subset of subsets) {
    const union = readUnion(subset, budget);
    if (union === undefined) continue;
    const fitting = unions.find((other) => addTo(other, union));
    if (fitting === undefined) unions.push(union);
  }
  return unions;
}

function readUnion(subset: Subset, budget: InflateBudget): Union | undefined {
  const { font, descendant, program } = subset;
  try {
    const cmap = decodeStream(resolve(font.get('ToUnicode')) as PdfStream, budget).toString('latin1');
    const unicode = readToUnicode(cmap);
    const widths = readWidths(descendant);
    if (unicode === undefined || widths === undefined) return undefined;
    const trueType = readTrueType(decodeStream(program, budget));
    // Widths of glyphs that the subset lacks mean nothing: they are there because a range spans them.
    for (const glyph of widths.keys()) if (!unicode.has(glyph) && !hasGlyph(trueType, glyph)) widths.delete(glyph);
    // Each subset leaves out its own commonest width.
    const width = defaultWidth(descendant);
    for (const glyph of trueType.glyphs.keys()) {
      if (!widths.has(glyph) && (unicode.has(glyph) || hasGlyph(trueType, glyph))) widths.set(glyph, width);
    }
    return { members: [subset], trueType, unicode, widths };
  } catch (error) {
    // A font that is not understood stays unchanged.
    if (error instanceof RangeError || error instanceof PdfDamage) return undefined;
    throw error;
  }
}

function hasGlyph({ glyphs, metrics }: TrueType, glyph: number): boolean {
  return Boolean(glyphs[glyph]?.length || metrics[glyph]?.readUInt16BE(0));
}

/** Adds the glyphs of one subset to a union; returns false and changes nothing if the two do not fit together. */
function addTo(union: Union, added: Union): boolean {
  const [own] = union.members as [Subset];
  const [other] = added.members as [Subset];
  if (union.trueType.identity !== added.trueType.identity || !looksAlike(own, other)) return false;
  const { glyphs, metrics } = union.trueType;
  const fits =
    added.trueType.glyphs.every((glyph, index) => isSameGlyph(glyphs[index], glyph)) &&
    [...added.unicode].every(([glyph, text]) => (union.unicode.get(glyph) ?? text) === text) &&
    [...added.widths].every(([glyph, width]) => (union.widths.get(glyph) ?? width) === width);
  if (!fits) return false;
  for (const [index, glyph] of added.trueType.glyphs.entries()) {
    if (!glyphs[index]?.length) glyphs[index] = glyph;
    const metric = added.trueType.metrics[index] as Buffer;
    if (!metrics[index]?.readUInt32BE(0)) metrics[index] = metric;
  }
  for (const [glyph, text] of added.unicode) union.unicode.set(glyph, text);
  for (const [glyph, width] of added.widths) union.widths.set(glyph, width);
  union.members.push(other);
  return true;
}

function looksAlike(a: Subset, b: Subset): boolean {
  const numbers = ['Flags', 'Ascent', 'Descent', 'StemV', 'CapHeight', 'ItalicAngle'];
  return numbers.every((key) => asNumber(a.descriptor.get(key)) === asNumber(b.descriptor.get(key)));
}

/** Whether two subsets may hold these for the same glyph: either has none, or both are the same but for padding. */
function isSameGlyph(a: Buffer | undefined, b: Buffer): boolean {
  if (!a?.length || b.length === 0) return true;
  const length = Math.min(a.length, b.length);
  if (Math.abs(a.length - b.length) > 3) return false;
  return a.subarray(0, length).equals(b.subarray(0, length));
}

/** Gives all members the joined font. Their dictionaries are equal then, so they are written once. */
function replace({ members, trueType, unicode, widths }: Union): void {
  const [{ font, descendant, descriptor }] = members as [Subset];
  const program = writeTrueType(trueType);
  const file = new PdfRef(new PdfStream(buildDict({ Length1: program.length }), program));
  const joined = new Map(descendant)
    .set('FontDescriptor', new PdfRef(new Map(descriptor).set('FontFile2', file)))
    .set('W', writeWidths(widths, defaultWidth(descendant)));
  const text = new PdfRef(new PdfStream(new Map(), Buffer.from(writeToUnicode(unicode), 'latin1')));
  const descendants = [new PdfRef(joined)];
  const name = nameOf(font);
  for (const member of members) {
    member.font.set('BaseFont', name).set('DescendantFonts', descendants).set('ToUnicode', text);
  }
}

function writeWidths(widths: ReadonlyMap<number, number>, usual: number): PdfObject[] {
  const list: PdfObject[] = [];
  let run: PdfObject[] = [];
  let last = -2;
  for (const [glyph, width] of [...widths].sort(([a], [b]) => a - b)) {
    if (width === usual) continue;
    if (glyph !== last + 1) {
      run = [];
      list.push(glyph, run);
    }
    run.push(width);
    last = glyph;
  }
  return list;
}
