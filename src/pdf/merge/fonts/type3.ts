import { decodeStream, type InflateBudget } from '../../objects/decode-stream.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  type PdfDict,
  type PdfObject,
  PdfStream,
  resolve,
} from '../../objects/objects.ts';
import { readToUnicode } from '../../objects/to-unicode.ts';

/** A font whose glyphs are drawings, as Skia writes it (ISO 32000-2, 9.6.4). */
export interface Type3 {
  /** As of `nameType3`. */
  name: string;
  descriptor: PdfDict;
  matrix: string;
  /** Left, top, right and bottom of all glyphs. */
  box: number[];
  /** By code. */
  glyphs: Map<number, Type3Glyph>;
  /** Drawings of glyphs in colour, each by the name of its glyph after an X. */
  pictures: Map<string, PdfObject>;
}

/** A glyph of such a font. */
interface Type3Glyph {
  /** Its number in the whole font in hexadecimal, after a g. */
  name: string;
  drawing: PdfObject;
  width: number;
  /** In UTF-16 as hexadecimal digits. */
  text: string | undefined;
}

/**
 * The name of a font whose glyphs are drawings, with the part of it that these are: codes have one byte, so a large font takes
 * several. Undefined for a font of another kind, or none of Skia's.
 */
export function nameType3(font: PdfDict): string | undefined {
  const name = asName(asDict(font.get('FontDescriptor'))?.get('FontName'))?.replace(/^[A-Z]{6}\+/, '');
  const block = findBlock(readNames(font));
  if (asName(font.get('Subtype')) !== 'Type3' || name === undefined || block === undefined) return undefined;
  return `${name} ${block}`;
}

/** Reads a font; undefined if it is of another kind, or has what Skia does not write. */
export function readType3(font: PdfDict, budget: InflateBudget): Type3 | undefined {
  const descriptor = asDict(font.get('FontDescriptor'));
  const name = nameType3(font);
  const drawings = asDict(font.get('CharProcs'));
  const resources = asDict(font.get('Resources')) ?? new Map<string, PdfObject>();
  const stream = resolve(font.get('ToUnicode'));
  if (descriptor === undefined || name === undefined) return undefined;
  if (drawings === undefined || !(stream instanceof PdfStream)) return undefined;
  if ([...resources.keys()].some((key) => key !== 'XObject')) return undefined;
  const unicode = readToUnicode(decodeStream(stream, budget).toString('latin1'));
  if (unicode === undefined) return undefined;
  const widths = asArray(font.get('Widths'));
  const glyphs = new Map<number, Type3Glyph>();
  for (const [code, glyph] of readNames(font)) {
    const drawing = drawings.get(glyph);
    // Codes without a glyph show that of code 0.
    if (drawing === undefined || (code > 0 && glyph === 'g0')) continue;
    glyphs.set(code, { name: glyph, drawing, width: asNumber(widths[code]) ?? 0, text: unicode.get(code) });
  }
  return {
    name,
    descriptor,
    matrix: asArray(font.get('FontMatrix')).join(' '),
    box: asArray(font.get('FontBBox')).map((side) => asNumber(side) ?? 0),
    glyphs,
    pictures: new Map(asDict(resources.get('XObject'))),
  };
}

/** The names of glyphs by code (ISO 32000-2, 9.6.5.1). Skia counts both from 0. */
function readNames(font: PdfDict): Map<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const entry of asArray(asDict(font.get('Encoding'))?.get('Differences'))) {
    const name = asName(entry);
    if (name === undefined) code = asNumber(entry) ?? 0;
    else names.set(code++, name);
  }
  return names;
}

/** What the numbers of glyphs in the whole font have beyond their codes; undefined if that differs. */
function findBlock(names: ReadonlyMap<number, string>): number | undefined {
  const beyond = [...names].flatMap(([code, name]) =>
    name === 'g0' ? [] : [Number.parseInt(name.slice(1), 16) - code],
  );
  return new Set(beyond).size === 1 ? beyond[0] : undefined;
}
