import { describe, expect, it } from 'vitest';
import { mergeTrueType } from '../../../../src/pdf/merge/fonts/merge-true-type.ts';
import {
  asArray,
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../../../../src/pdf/objects/objects.ts';
import { readToUnicode, writeToUnicode } from '../../../../src/pdf/objects/to-unicode.ts';
import { readTrueType, writeTrueType } from '../../../../src/pdf/objects/true-type.ts';

interface Subset {
  /** The bytes of the glyphs that the subset has. */
  glyphs?: Record<number, number[]>;
  advances?: Record<number, number>;
  texts?: Record<number, string>;
  widths?: PdfObject[];
  descriptor?: Record<string, PdfObject>;
  descendant?: Record<string, PdfObject>;
  font?: Record<string, PdfObject>;
  prep?: number;
}

const stream = (data: Buffer) => new PdfRef(new PdfStream(new Map(), data));

function build({ glyphs = {}, advances = {}, texts = {}, widths = [], prep = 1, ...more }: Subset): PdfDict {
  const count = 6;
  const tables = new Map([
    ['head', Buffer.alloc(54, 7)],
    ['hhea', Buffer.alloc(36, 7)],
    ['maxp', Buffer.alloc(32, 7)],
    ['prep', Buffer.from([prep])],
  ]);
  const each = Array.from({ length: count }, (_, glyph) => glyph);
  const program = writeTrueType({
    identity: '',
    tables,
    glyphs: each.map((glyph) => Buffer.from(glyphs[glyph] ?? [])),
    metrics: each.map((glyph) => Buffer.from([(advances[glyph] ?? 0) >> 8, (advances[glyph] ?? 0) & 255, 0, 0])),
  });
  const unicode = new Map(Object.entries(texts).map(([glyph, text]) => [Number(glyph), text]));
  const descriptor = buildDict({ Flags: 4, FontFile2: stream(program), ...more.descriptor });
  const descendant = buildDict({
    CIDToGIDMap: 'Identity',
    FontDescriptor: descriptor,
    DW: 0,
    W: widths,
    ...more.descendant,
  });
  return buildDict({
    BaseFont: 'AAAAAA+Body',
    Encoding: 'Identity-H',
    ToUnicode: stream(Buffer.from(writeToUnicode(unicode))),
    DescendantFonts: [descendant],
    ...more.font,
  });
}

const data = (object: PdfObject | undefined) => Buffer.from((resolve(object) as PdfStream).data);
const holderOf = (font: PdfDict) => asDict(asArray(font.get('DescendantFonts'))[0]) as PdfDict;
const programOf = (font: PdfDict) => data(asDict(holderOf(font).get('FontDescriptor'))?.get('FontFile2'));

/** Whether two subsets become one font. */
function isJoined(one: Subset, other: Subset): boolean {
  const fonts = [build(one), build({ ...other, font: { BaseFont: 'BBBBBB+Body', ...other.font } })];
  mergeTrueType(fonts);
  return fonts[0]?.get('DescendantFonts') === fonts[1]?.get('DescendantFonts');
}

describe('subsets of one TrueType font', () => {
  it('become one with the glyphs, advances, texts and widths of all', () => {
    const one = build({ glyphs: { 1: [1, 2] }, advances: { 1: 50 }, texts: { 1: '0041' }, widths: [1, [500]] });
    const other = build({
      glyphs: { 2: [3, 4, 5, 6], 4: [7, 8] },
      advances: { 2: 60, 4: 70 },
      texts: { 2: '0042', 4: '0044' },
      widths: [2, [600, 0, 700]],
      font: { BaseFont: 'BBBBBB+Body' },
    });
    mergeTrueType([one, other]);
    for (const font of [one, other]) {
      expect(font.get('BaseFont')).toBe('AAAAAA+Body');
      const { glyphs, metrics } = readTrueType(programOf(font));
      expect(glyphs.map((glyph) => [...glyph])).toEqual([[], [1, 2], [3, 4, 5, 6], [], [7, 8], []]);
      expect(metrics.map((metric) => metric[1])).toEqual([0, 50, 60, 0, 70, 0]);
      expect(readToUnicode(data(font.get('ToUnicode')).toString())).toEqual(
        new Map([
          [1, '0041'],
          [2, '0042'],
          [4, '0044'],
        ]),
      );
      expect(holderOf(font).get('W')).toEqual([1, [500, 600], 4, [700]]);
    }
  });

  it('keep the widths that each leaves out as its usual one', () => {
    const one = build({ glyphs: { 1: [1, 2] }, texts: { 1: '0041' }, descendant: { DW: 500 } });
    const other = build({
      glyphs: { 3: [3, 4] },
      texts: { 3: '0043', 5: '0020' },
      widths: [5, [600]],
      descendant: { DW: 600 },
    });
    mergeTrueType([one, other]);
    expect(holderOf(other).get('DW')).toBe(500);
    expect(holderOf(other).get('W')).toEqual([3, [600], 5, [600]]);
  });

  it('keep the widths of glyphs that have a shape, an advance or a text, and no others', () => {
    const one = build({
      advances: { 1: 256 },
      glyphs: { 2: [1, 2] },
      texts: { 3: '0043' },
      widths: [1, [500, 600, 700, 800]],
    });
    const other = build({ texts: { 5: '0020' }, widths: [5, [900]] });
    mergeTrueType([one, other]);
    expect(holderOf(other).get('W')).toEqual([1, [500, 600, 700], 5, [900]]);
  });

  const glyph: Subset = { glyphs: { 1: [1, 2, 3, 4] }, advances: { 1: 50 }, texts: { 1: '0041' }, widths: [1, [500]] };

  it.each<[string, Subset]>([
    ['that are equal', {}],
    ['with a glyph that is padded', { glyphs: { 1: [1, 2, 3, 4, 0, 0] } }],
    ['without a glyph', { glyphs: {} }],
    ['with another width of a glyph that one lacks', { glyphs: {}, advances: {}, texts: {}, widths: [1, [900]] }],
    ['with different names', { font: { BaseFont: 'CCCCCC+Body' } }],
  ])('become one: %s', (_what, other) => {
    expect(isJoined(glyph, { ...glyph, ...other })).toBe(true);
  });

  it.each<[string, Subset]>([
    ['with another glyph', { glyphs: { 1: [1, 2, 3, 5] } }],
    ['with a longer glyph', { glyphs: { 1: [1, 2, 3, 4, 0, 0, 0, 0] } }],
    ['with another text', { texts: { 1: '0042' } }],
    ['with another width', { widths: [1, [501]] }],
    ['of another font', { prep: 2 }],
    ['of another name', { font: { BaseFont: 'BBBBBB+Other' } }],
    ['of another encoding', { font: { Encoding: 'Identity-V' } }],
    ['of other numbers', { descendant: { CIDToGIDMap: null } }],
    ['without texts', { font: { ToUnicode: null } }],
    ['without a program', { descriptor: { FontFile2: null } }],
    ['with a program that cannot be read', { descriptor: { FontFile2: stream(Buffer.from('no font')) } }],
    ['with widths that cannot be read', { widths: ['x'] }],
    ['with texts that cannot be read', { font: { ToUnicode: stream(Buffer.from('1 beginbfchar <01> x endbfchar')) } }],
    ...['Flags', 'Ascent', 'Descent', 'StemV', 'CapHeight', 'ItalicAngle'].map((key): [string, Subset] => [
      `with another ${key}`,
      { descriptor: { [key]: 32 } },
    ]),
  ])('stay two: %s', (_what, other) => {
    expect(isJoined(glyph, { ...glyph, ...other })).toBe(false);
  });

  it('join those that fit, and stay beside others', () => {
    const fonts = [glyph, { ...glyph, widths: [1, [7]] }, { ...glyph, widths: [1, [7]] }, glyph].map(build);
    mergeTrueType(fonts);
    const [first, second, third, last] = fonts.map((font) => font.get('DescendantFonts'));
    expect([first === last, second === third, first === second]).toEqual([true, true, false]);
  });

  it('stay as they are if they are alone', () => {
    const font = build(glyph);
    const before = new Map(font);
    mergeTrueType([font]);
    expect(font).toEqual(before);
  });
});
