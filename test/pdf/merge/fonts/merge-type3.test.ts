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

  it.each(['Flags', 'StemV', 'CapHeight', 'XHeight', 'ItalicAngle', 'FontWeight'])(
    'stay apart with another %s',
    (key) => {
      const fonts = [build({ 1: ['a', 10] }), build({ 2: ['b', 10] })];
      asDict(fonts[1]?.get('FontDescriptor'))?.set(key, 77);
      mergeType3(fonts);
      expect(fonts.map(namesOf)).toEqual([['g1'], ['g2']]);
    },
  );

  it.each<[string, Record<string, PdfObject>]>([
    ['another matrix', { FontMatrix: [1, 0, 0, 1, 0, 0] }],
    ['another kind', { Subtype: 'Type1' }],
    ['no drawings', { CharProcs: null }],
    ['no texts', { ToUnicode: null }],
    ['texts that are not understood', { ToUnicode: stream('1 beginbfchar <01> x endbfchar') }],
    ['no descriptor', { FontDescriptor: null }],
    ['no names of glyphs', { Encoding: null }],
    ['names with other numbers', { Encoding: buildDict({ Differences: [2, 'g2', 3, 'g7'] }) }],
    ['other resources', { Resources: buildDict({ Font: 1 }) }],
  ])('stay apart with %s', (_, entries) => {
    const [one, other] = [build({ 1: ['a', 10] }), build({ 2: ['b', 10] })];
    for (const [key, value] of Object.entries(entries)) other.set(key, value);
    mergeType3([one, other]);
    expect(namesOf(one)).toEqual(['g1']);
  });

  it('join those that fit, and stay beside others', () => {
    const fonts = [
      build({ 1: ['a', 10] }),
      build({ 1: ['x', 10] }),
      build({ 2: ['b', 10] }, { name: 'BBBBBB+Icons' }),
      build({ 1: ['x', 10], 3: ['c', 10] }),
    ];
    mergeType3(fonts);
    expect(fonts.map(namesOf)).toEqual([
      ['g1', 'g2'],
      ['g1', 'g3'],
      ['g1', 'g2'],
      ['g1', 'g3'],
    ]);
  });

  it('stay as they are if they are alone', () => {
    const fonts = [build({ 1: ['a', 10] }), build({ 1: ['x', 10] })];
    const before = fonts.map((font) => new Map(font));
    mergeType3(fonts);
    expect(fonts).toEqual(before);
  });

  it.each<[string, Record<string, PdfObject>, boolean]>([
    ['the same box', { BBox: [0, 0, 1, 1] }, true],
    ['another box', { BBox: [0, 0, 1, 2] }, false],
    ['another matrix', { BBox: [0, 0, 1, 1], Matrix: [2, 0, 0, 2, 0, 0] }, false],
  ])('have a glyph of the same drawing with %s: %#', (_, entries, isSame) => {
    const [one, other] = [build({ 1: ['a', 10] }), build({ 1: ['a', 10], 2: ['b', 10] })];
    asDict(one.get('CharProcs'))?.set('g1', stream('a', { BBox: [0, 0, 1, 1] }));
    asDict(other.get('CharProcs'))?.set('g1', stream('a', entries));
    mergeType3([one, other]);
    expect(namesOf(one)).toEqual(isSame ? ['g1', 'g2'] : ['g1']);
  });

  it('stay apart if a glyph is no drawing', () => {
    for (const place of [0, 1]) {
      const fonts = [build({ 1: ['a', 10] }), build({ 1: ['a', 10], 2: ['b', 10] })];
      asDict(fonts[place]?.get('CharProcs'))?.set('g1', 7);
      mergeType3(fonts);
      expect(fonts.map(namesOf)).toEqual([['g1'], ['g1', 'g2']]);
    }
  });

  it('have the texts of those that show a glyph', () => {
    const fonts = [build({ 1: ['a', 10] }), build({ 1: ['a', 10, '0041'] }), build({ 1: ['a', 10] })];
    mergeType3(fonts);
    expect(fonts.map(textsOf)).toEqual(fonts.map(() => new Map([[1, '0041']])));
  });

  describe('with pictures of glyphs', () => {
    const picture = (text: string) => stream(text, { Subtype: 'Form' });
    const withPictures = (font: PdfDict, pictures: Record<string, PdfObject>) =>
      font.set('Resources', buildDict({ XObject: buildDict(pictures) }));
    const picturesOf = (font: PdfDict | undefined) =>
      Object.fromEntries(asDict(asDict(font?.get('Resources'))?.get('XObject')) ?? []);

    it('have those of all', () => {
      const [one, two] = [picture('1'), picture('2')];
      const fonts = [
        withPictures(build({ 1: ['/Xg1 Do', 10] }), { Xg1: one }),
        withPictures(build({ 1: ['/Xg1 Do', 10], 2: ['/Xg2 Do', 10] }), { Xg1: picture('1'), Xg2: two }),
      ];
      mergeType3(fonts);
      for (const font of fonts) {
        expect(picturesOf(font)).toEqual({ Xg1: one, Xg2: two });
        expect(Object.values(picturesOf(font))[0]).toBe(one);
      }
    });

    it.each<[string, Record<string, PdfObject>, boolean]>([
      ['the same', { Xg1: picture('1') }, true],
      ['none', {}, true],
      ['another', { Xg1: picture('x') }, false],
    ])('become one if a glyph has %s in the other: %#', (_, pictures, isJoined) => {
      for (const isSwapped of [false, true]) {
        const fonts = [
          withPictures(build({ 1: ['/Xg1 Do', 10] }), { Xg1: picture('1') }),
          withPictures(build({ 1: ['/Xg1 Do', 10], 2: ['b', 10] }), pictures),
        ];
        mergeType3(isSwapped ? fonts.toReversed() : fonts);
        expect(namesOf(fonts[0] as PdfDict)).toEqual(isJoined ? ['g1', 'g2'] : ['g1']);
      }
    });

    it('have no resources without them', () => {
      const fonts = [build({ 1: ['a', 10] }), build({ 2: ['b', 10] })];
      mergeType3(fonts);
      expect(fonts.some((font) => font.has('Resources'))).toBe(false);
    });
  });

  it('have no glyphs without a drawing', () => {
    const [one, other] = [build({ 1: ['a', 10] }), build({ 2: ['b', 10], 3: ['c', 10] })];
    asDict(other.get('CharProcs'))?.delete('g3');
    mergeType3([one, other]);
    expect([namesOf(one), one.get('LastChar')]).toEqual([['g1', 'g2'], 2]);
  });

  it('keep the glyph that is shown for characters without one, at the code 0', () => {
    const [one, other] = [build({ 1: ['a', 10] }), build({ 2: ['b', 10] })];
    for (const font of [one, other]) {
      const [first] = asArray(asDict(font.get('Encoding'))?.get('Differences'));
      const code = Number(first);
      asDict(font.get('Encoding'))?.set('Differences', [0, 'g0', code, `g${code}`, 5, 'g0']);
      asDict(font.get('CharProcs'))?.set('g0', stream('none'));
    }
    mergeType3([one, other]);
    expect(namesOf(one)).toEqual(['g0', 'g1', 'g2']);
    expect(one.get('LastChar')).toBe(2);
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
