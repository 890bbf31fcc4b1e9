import { describe, expect, it } from 'vitest';
import { BundledFace } from '../../../src/pdf/fields/bundled-face.ts';
import {
  asArray,
  asDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  type PdfStream,
  PdfString,
  resolve,
} from '../../../src/pdf/objects/objects.ts';
import { readToUnicode } from '../../../src/pdf/objects/to-unicode.ts';
import { readTables, readTrueType, writeTrueType } from '../../../src/pdf/objects/true-type.ts';

const words = (...numbers: number[]) =>
  Buffer.concat(numbers.map((number) => Buffer.from([(number >> 8) & 255, number & 255])));
const long = (...numbers: number[]) => words(...numbers.flatMap((number) => [number >> 16, number & 0xffff]));

/** A table of the format 4 whose segments are first, last, delta and offset. */
function ranges(segments: number[][], glyphs: number[] = []): Buffer {
  const column = (at: number) => segments.map((segment) => segment[at] as number);
  const size = segments.length * 2;
  return words(
    4,
    16 + size * 4,
    0,
    size,
    0,
    0,
    0,
    ...column(1),
    0,
    ...column(0),
    ...column(2),
    ...column(3),
    ...glyphs,
  );
}

/** A table of the format 12 whose groups are first, last and glyph. */
const segments = (...groups: number[][]) => Buffer.concat([words(12, 0), long(0, 0, groups.length, ...groups.flat())]);

function mapTables(...tables: [platform: number, encoding: number, table: Buffer][]): Buffer {
  let at = 4 + tables.length * 8;
  const heads = tables.map(([platform, encoding, { length }]) => {
    at += length;
    return Buffer.concat([words(platform, encoding), long(at - length)]);
  });
  return Buffer.concat([words(0, tables.length), ...heads, ...tables.map(([, , table]) => table)]);
}

/** A part of a composed glyph, with as many more bytes as its flags say. */
const component = (flags: number, glyph: number, more: number) =>
  Buffer.concat([words(flags, glyph), Buffer.alloc(more)]);
const compose = (...parts: Buffer[]) => Buffer.concat([words(-1, 0, 0, 0, 0), ...parts]);
const simple = (mark: number) => Buffer.concat([words(1, 0, 0, 0, 0), words(mark)]);

const glyphs = [
  simple(0),
  simple(1),
  simple(2),
  simple(3),
  // Made of 1, with bytes and a scale, and of 2, with words.
  compose(component(0x20 | 8, 1, 4), component(1, 2, 4)),
  // Made of 4 with two scales, and of 3 with four.
  compose(component(0x20 | 0x40, 4, 6), component(0x80, 3, 10)),
  simple(6),
  Buffer.alloc(0),
];

const latin = ranges([
  [0x41, 0x48, 0x10000 - 0x40, 0],
  [0xffff, 0xffff, 1, 0],
]);

function build(cmap = mapTables([3, 1, latin]), name = 'Body-Bold'): BundledFace {
  const head = Buffer.alloc(54);
  head.writeUInt16BE(2000, 18);
  for (const [index, edge] of [-100, -200, 3000, 1900].entries()) head.writeInt16BE(edge, 36 + index * 2);
  const hhea = Buffer.alloc(36);
  hhea.writeInt16BE(1800, 4);
  hhea.writeInt16BE(-400, 6);
  const tables = new Map([
    ['head', head],
    ['hhea', hhea],
    ['maxp', Buffer.alloc(32)],
    ['prep', Buffer.from([1])],
    ['cmap', cmap],
  ]);
  const metrics = glyphs.map((_, glyph) => words(1000 + glyph * 100, 0));
  return new BundledFace({ name, bytes: writeTrueType({ identity: '', tables, glyphs, metrics }) });
}

const data = (object: PdfObject | undefined) => Buffer.from((resolve(object) as PdfStream).data);
const descriptorOf = (font: PdfObject) => asDict(asDict(font)?.get('FontDescriptor')) as PdfDict;
const programOf = (font: PdfObject) => data(descriptorOf(font).get('FontFile2'));
const keptIn = (program: Buffer) =>
  readTrueType(program).glyphs.flatMap((glyph, index) => (glyph.length > 0 ? [index] : []));

describe('a bundled face', () => {
  it('has a name for resources, and heights in ems', () => {
    const face = build();
    expect([face.name, face.ascent, face.descent]).toEqual(['PlatenBodyBold', 0.9, 0.2]);
  });

  it('has the characters of its table, with their widths in ems', () => {
    const face = build();
    expect(['@', 'A', 'G', 'H', 'I', 'a', '\uffff'].map((each) => face.has(each))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([face.measure('A'), face.measure('G'), face.measure('x')]).toEqual([0.55, 0.85, 0.5]);
  });

  it.each<[string, Buffer, string]>([
    [
      'of segments with a difference',
      mapTables([
        3,
        1,
        ranges([
          [0x41, 0x42, 0x10000 - 0x40, 0],
          [0x61, 0x61, 0x10000 - 0x5e, 0],
        ]),
      ]),
      'A1 B2 a3',
    ],
    [
      'of segments with a list, to which the difference is added',
      mapTables([
        3,
        1,
        ranges(
          [
            [0x41, 0x43, 2, 4],
            [0xffff, 0xffff, 1, 0],
          ],
          [1, 0, 3],
        ),
      ]),
      'A3 C5',
    ],
    ['of groups', mapTables([3, 10, segments([0x41, 0x42, 5], [0x1f600, 0x1f600, 7])]), 'A5 B6 😀7'],
    ['of groups rather than of segments', mapTables([3, 1, latin], [3, 10, segments([0x42, 0x42, 7])]), 'B7'],
    ['for all of Unicode', mapTables([0, 3, segments([0x43, 0x43, 1])]), 'C1'],
    ['for Unicode rather than for symbols', mapTables([3, 0, latin], [0, 3, segments([0x43, 0x43, 1])]), 'C1'],
    ['for symbols', mapTables([3, 0, latin]), ''],
    ['for another system', mapTables([1, 0, latin]), ''],
    ['of another kind', mapTables([3, 1, words(6, 0, 0, 0, 0)]), ''],
    ['without entries', Buffer.alloc(4), ''],
  ])('finds glyphs in a table %s', (_what, cmap, expected) => {
    const face = build(cmap);
    const found = [...'ABCa😀'].filter((each) => face.has(each));
    expect(found.map((each) => `${each}${Number.parseInt(face.encode(each), 16)}`).join(' ')).toBe(expected);
  });

  it('is not embedded if nothing is drawn with it', () => {
    const face = build();
    face.finish();
    expect(face.ref.value).toEqual(new Map());
  });

  it('is embedded with the glyphs that are drawn, and those that they are made of', () => {
    const face = build();
    expect(['E', 'B', 'E'].map((each) => face.encode(each))).toEqual(['0005', '0002', '0005']);
    face.finish();
    const font = asDict(face.ref) as PdfDict;
    const [descendant] = asArray(font.get('DescendantFonts')).map(asDict) as [PdfDict];
    const program = programOf(descendant);
    expect(keptIn(program)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(readTrueType(program).metrics).toHaveLength(6);
    expect(readTables(program).has('cmap')).toBe(false);
    expect([...(readToUnicode(data(font.get('ToUnicode')).toString()) ?? [])]).toEqual([
      [2, '0042'],
      [5, '0045'],
    ]);
    expect(descendant.get('W')).toEqual([2, [600], 5, [750]]);
    expect(descendant.get('DW')).toBe(0);
    expect([
      font.get('Subtype'),
      font.get('Encoding'),
      descendant.get('Subtype'),
      descendant.get('CIDToGIDMap'),
    ]).toEqual(['Type0', 'Identity-H', 'CIDFontType2', 'Identity']);
    expect(asDict(descendant.get('CIDSystemInfo'))).toEqual(
      new Map<string, PdfObject>([
        ['Registry', new PdfString('Adobe')],
        ['Ordering', new PdfString('Identity')],
        ['Supplement', 0],
      ]),
    );
    expect(font.get('BaseFont')).toMatch(/^[A-Z]{6}\+Body-Bold$/);
    expect([descendant.get('BaseFont'), descriptorOf(descendant).get('FontName')]).toEqual(
      Array(2).fill(font.get('BaseFont')),
    );
  });

  it.each([
    ['A', [0, 1]],
    ['D', [0, 1, 2, 4]],
    ['F', [0, 6]],
    ['?', [0]],
  ])('has for the character %s the glyphs %j', (character, kept) => {
    const face = build();
    face.encode(character);
    face.finish();
    expect(keptIn(programOf(asArray(asDict(face.ref)?.get('DescendantFonts'))[0] ?? null))).toEqual(kept);
  });

  it('is named by its glyphs, whatever their order', () => {
    const nameOf = (text: string) => {
      const face = build();
      for (const character of text) face.encode(character);
      face.finish();
      return asDict(face.ref)?.get('BaseFont');
    };
    expect(nameOf('AB')).toBe(nameOf('BA'));
    expect(new Set(['A', 'B', 'AB', 'AC', 'ABC'].map(nameOf)).size).toBe(5);
  });

  it.each([
    ['Body', 0, 80],
    ['Body-Bold', 0, 140],
    ['Body-Italic', -12, 80],
    ['Body-BoldItalic', -12, 140],
  ])('is described to viewers: %s', (name, angle, stem) => {
    const face = build(undefined, name);
    face.encode('A');
    face.finish();
    const [descendant = null] = asArray(asDict(face.ref)?.get('DescendantFonts'));
    const { FontFile2, FontName, ...described } = Object.fromEntries(descriptorOf(descendant));
    expect(described).toEqual({
      Type: 'FontDescriptor',
      Flags: 4,
      FontBBox: [-50, -100, 1500, 950],
      ItalicAngle: angle,
      Ascent: 900,
      Descent: -200,
      CapHeight: 716,
      StemV: stem,
    });
    expect(asDict(FontFile2)?.get('Length1')).toBe(data(FontFile2).length);
    expect(String(FontName).slice(7)).toBe(name);
  });

  it('is a font for what a reader types, with the characters of Windows', () => {
    const euro = mapTables([3, 1, latin], [3, 10, segments([0x41, 0x42, 1], [0xff, 0xff, 6], [0x20ac, 0x20ac, 3])]);
    const font = build(euro).buildLatinFont();
    expect(font).toBeInstanceOf(PdfRef);
    const { Widths, FontDescriptor, ...entries } = Object.fromEntries(asDict(font) as PdfDict);
    expect(entries).toEqual({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: 'Body-Bold',
      Encoding: 'WinAnsiEncoding',
      FirstChar: 32,
      LastChar: 255,
    });
    const widths = asArray(Widths);
    expect([widths.length, widths[0], widths[0x41 - 32], widths[0x80 - 32], widths[0xff - 32]]).toEqual([
      224, 500, 550, 650, 800,
    ]);
    expect(asDict(FontDescriptor)?.get('Flags')).toBe(32);
    expect(keptIn(programOf(font))).toEqual([0, 1, 2, 3, 6]);
    expect(readTables(programOf(font)).get('cmap')).toEqual(euro);
  });
});
