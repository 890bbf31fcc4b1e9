import { decodeStream, type InflateBudget } from '../../objects/decode-stream.ts';
import {
  asArray,
  asNumber,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
  unlessDamaged,
} from '../../objects/objects.ts';
import { writeToUnicode } from '../../objects/to-unicode.ts';
import { readType3, type Type3 } from './type3.ts';

const inflateLimit = 256 * 1024 * 1024;

/** Fonts of which each glyph fits every other, as one. */
interface Union {
  members: PdfDict[];
  font: Type3;
}

/** Joins the subsets among fonts whose glyphs are drawings (ISO 32000-2, 9.6.4). */
export function mergeType3(fonts: Iterable<PdfDict>): void {
  const budget: InflateBudget = { bytes: inflateLimit };
  const byName = new Map<string, Union[]>();
  for (const dict of fonts) {
    const font = readSafely(dict, budget);
    if (font === undefined) continue;
    const unions = byName.get(font.name) ?? [];
    byName.set(font.name, unions);
    const fitting = unions.find((union) => fits(union.font, font, budget));
    if (fitting === undefined) unions.push({ members: [dict], font });
    else {
      fitting.members.push(dict);
      add(fitting.font, font);
    }
  }
  for (const union of [...byName.values()].flat()) if (union.members.length > 1) replace(union);
}

/** A font that is not understood stays unchanged. */
function readSafely(dict: PdfDict, budget: InflateBudget): Type3 | undefined {
  return unlessDamaged(
    () => readType3(dict, budget),
    () => undefined,
  );
}

function fits(union: Type3, added: Type3, budget: InflateBudget): boolean {
  if (union.matrix !== added.matrix || !looksAlike(union.descriptor, added.descriptor)) return false;
  for (const [code, glyph] of added.glyphs) {
    const own = union.glyphs.get(code);
    if (own === undefined) continue;
    const isSame = own.name === glyph.name && own.width === glyph.width && isSameText(own.text, glyph.text);
    if (!isSame || !isSameDrawing(own.drawing, glyph.drawing, budget)) return false;
    const [picture, other] = [union.pictures.get(`X${glyph.name}`), added.pictures.get(`X${glyph.name}`)];
    if (picture !== undefined && other !== undefined && !isSameDrawing(picture, other, budget)) return false;
  }
  return true;
}

/** Glyphs that only one of two documents shows have a text in that one alone. */
function isSameText(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function looksAlike(a: PdfDict, b: PdfDict): boolean {
  const numbers = ['Flags', 'StemV', 'CapHeight', 'XHeight', 'ItalicAngle', 'FontWeight'];
  return numbers.every((key) => asNumber(a.get(key)) === asNumber(b.get(key)));
}

function add(union: Type3, added: Type3): void {
  for (const [code, glyph] of added.glyphs) {
    const own = union.glyphs.get(code);
    if (own === undefined) union.glyphs.set(code, glyph);
    else own.text ??= glyph.text;
  }
  for (const [name, picture] of added.pictures) if (!union.pictures.has(name)) union.pictures.set(name, picture);
  union.box = union.box.map((side, index) => {
    const other = added.box[index] ?? 0;
    // Skia's boxes stand upside down, as its outlines do.
    return index === 0 || index === 3 ? Math.min(side, other) : Math.max(side, other);
  });
}

/** Gives all members the joined font. Their dictionaries are equal then, so they are written once. */
function replace({ members, font }: Union): void {
  const glyphs = [...font.glyphs].sort(([a], [b]) => a - b);
  const last = glyphs.at(-1)?.[0] ?? 0;
  const unicode = new Map(glyphs.flatMap(([code, { text }]) => (text === undefined ? [] : [[code, text] as const])));
  const cmap = new PdfStream(new Map(), Buffer.from(writeToUnicode(unicode, 2), 'latin1'));
  const joined: [string, PdfObject][] = [
    ['CharProcs', new Map(glyphs.map(([, { name, drawing }]) => [name, drawing]))],
    ['Encoding', buildDict({ Type: 'Encoding', Differences: glyphs.flatMap(([code, { name }]) => [code, name]) })],
    ['FirstChar', 0],
    ['LastChar', last],
    ['Widths', Array.from({ length: last + 1 }, (_, code) => font.glyphs.get(code)?.width ?? 0)],
    ['FontBBox', font.box],
    ['FontDescriptor', new PdfRef(font.descriptor)],
    ['ToUnicode', new PdfRef(cmap)],
  ];
  if (font.pictures.size > 0) joined.push(['Resources', buildDict({ XObject: new Map(font.pictures) })]);
  for (const member of members) for (const [key, value] of joined) member.set(key, value);
}

/** Names of resources that Skia makes of the numbers of their objects, which differ in each PDF. */
const numbered = /\/([A-Z]+)\d+\b/g;

/** Whether two streams of our Chromium draw the same, as far as their own content goes. */
export function isSameDrawing(a: PdfObject, b: PdfObject, budget: InflateBudget): boolean {
  const [one, other] = [resolve(a), resolve(b)];
  if (!(one instanceof PdfStream && other instanceof PdfStream)) return false;
  const isPlaced = (key: string) => asArray(one.dict.get(key)).join() === asArray(other.dict.get(key)).join();
  if (!isPlaced('BBox') || !isPlaced('Matrix')) return false;
  return Buffer.compare(one.data, other.data) === 0 || readDrawing(one, budget) === readDrawing(other, budget);
}

function readDrawing(stream: PdfStream, budget: InflateBudget): string {
  return decodeStream(stream, budget).toString('latin1').replace(numbered, '/$1');
}
