import { describe, expect, it } from 'vitest';
import { mergeType3 } from '../../../../src/pdf/merge/fonts/merge-type3.ts';
import {
  asArray,
  asDict,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../../../../src/pdf/objects/objects.ts';
import { readToUnicode, writeToUnicode } from '../../../../src/pdf/objects/to-unicode.ts';

const stream = (text: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.from(text, 'latin1')));

/** A subset with a glyph for each code: its drawing, its width and its text. */
function build(
  glyphs: Record<number, [drawing: string, width: number, text?: string]>,
  { box = [0, 9, 9, 0], name = 'AAAAAA+Icons', flags = 4 } = {},
): PdfDict {
  const codes = Object.entries(glyphs).map(([code, glyph]) => [Number(code), glyph] as const);
  const unicode = new Map(codes.flatMap(([code, [, , text]]) => (text === undefined ? [] : [[code, text] as const])));
  const widths: number[] = [];
  for (const [code, [, width]] of codes) widths[code] = width;
  return buildDict({
    Subtype: 'Type3',
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    FontBBox: box,
    FontDescriptor: buildDict({ FontName: name, Flags: flags }),
    Encoding: buildDict({ Differences: codes.flatMap(([code]) => [code, `g${code.toString(16)}`]) }),
    CharProcs: buildDict(
      Object.fromEntries(codes.map(([code, [drawing]]) => [`g${code.toString(16)}`, stream(drawing)])),
    ),
    Widths: Array.from(widths, (width) => width ?? 0),
    ToUnicode: stream(writeToUnicode(unicode, 2)),
  });
}

const namesOf = (font: PdfDict) => [...(asDict(font.get('CharProcs'))?.keys() ?? [])];
const textsOf = (font: PdfDict) =>
  readToUnicode(Buffer.from((resolve(font.get('ToUnicode')) as PdfStream).data).toString('latin1'));

describe('subsets of a font whose glyphs are drawings', () => {
  it('become one, with the glyphs, widths and texts of all', () => {
    const [one, other] = [
      build({ 1: ['a', 10, '0041'], 2: ['b', 20] }),
      build({ 2: ['b', 20, '0042'], 4: ['d', 40, '0044'] }),
    ];
    mergeType3([one, other]);
    for (const font of [one, other]) {
      expect(namesOf(font)).toEqual(['g1', 'g2', 'g4']);
      expect(font.get('Widths')).toEqual([0, 10, 20, 0, 40]);
      expect([font.get('FirstChar'), font.get('LastChar')]).toEqual([0, 4]);
      expect(textsOf(font)).toEqual(
        new Map([
          [1, '0041'],
          [2, '0042'],
          [4, '0044'],
        ]),
      );
      expect(asArray(asDict(font.get('Encoding'))?.get('Differences')).map((entry) => asName(entry) ?? entry)).toEqual([
        1,
        'g1',
        2,
        'g2',
        4,
        'g4',
      ]);
    }
    expect(one).not.toBe(other);
    expect(one.get('FontBBox')).toEqual(other.get('FontBBox'));
  });

  it('have a box that all glyphs fit in: left and bottom are the least, top and right the most', () => {
    const boxes = [
      { one: [0, 5, 6, -1], other: [-2, 7, 8, -3], both: [-2, 7, 8, -3] },
      { one: [-2, 7, 8, -3], other: [0, 5, 6, -1], both: [-2, 7, 8, -3] },
      { one: [-2, 5, 8, -1], other: [0, 7, 6, -3], both: [-2, 7, 8, -3] },
    ];
    for (const { one, other, both } of boxes) {
      const fonts = [build({ 1: ['a', 1] }, { box: one }), build({ 2: ['b', 1] }, { box: other })];
      mergeType3(fonts);
      expect(fonts.map((font) => font.get('FontBBox'))).toEqual([both, both]);
    }
  });

  it.each<[string, PdfDict]>([
    ['another name', build({ 2: ['b', 1] }, { name: 'AAAAAA+Others' })],
    ['other looks', build({ 2: ['b', 1] }, { flags: 5 })],
    ['another drawing of a glyph', build({ 1: ['x', 10] })],
    ['another width of a glyph', build({ 1: ['a', 11] })],
    ['another text of a glyph', build({ 1: ['a', 10, '0042'] })],
  ])('stay apart with %s', (_what, other) => {
    const one = build({ 1: ['a', 10, '0041'] });
    const before = new Map(one);
    mergeType3([one, other]);
    expect(one).toEqual(before);
  });

  it('stay apart if a subset cannot be read', () => {
    const [one, broken] = [build({ 1: ['a', 10] }), build({ 2: ['b', 10] })];
    broken.set('ToUnicode', stream('no zlib', { Filter: 'FlateDecode' }));
    const before = new Map(one);
    mergeType3([one, broken]);
    expect(one).toEqual(before);
  });

  it('are the same drawing if only the numbers in names of resources differ', () => {
    const fonts = [build({ 1: ['/X12 Do', 10] }), build({ 1: ['/X7 Do', 10], 2: ['b', 10] })];
    mergeType3(fonts);
    expect(fonts.map(namesOf)).toEqual([
      ['g1', 'g2'],
      ['g1', 'g2'],
    ]);
  });
});
