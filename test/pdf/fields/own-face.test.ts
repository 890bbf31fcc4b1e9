import { describe, expect, it } from 'vitest';
import { isEmbedded, readOwnFace } from '../../../src/pdf/fields/own-face.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { writeToUnicode } from '../../../src/pdf/objects/to-unicode.ts';

type Entries = Record<string, PdfObject>;
const similar = { ascent: 0.7, descent: 0.1, measure: () => 0.25 };
const read = (entries: Entries, like: typeof similar | undefined = similar) =>
  readOwnFace('F', new PdfRef(buildDict(entries)), like, { bytes: 100_000 });
const type1 = (entries: Entries = {}) => ({ Subtype: 'Type1', BaseFont: 'Some', ...entries });
const texts = (...entries: [number, string][]) =>
  new PdfRef(new PdfStream(buildDict({}), Buffer.from(writeToUnicode(new Map(entries)))));
/** The codes of characters as a font of a form has them, in hexadecimal digits; none for one that it does not have. */
const encode = (entries: Entries, characters: string) => {
  const face = read(entries);
  return face && [...characters].map((each) => (face.has(each) ? face.encode(each) : '-')).join(' ');
};
const program = { FontFile2: new PdfRef(null) };

describe('the characters of a font of a form', () => {
  it.each<[string, Entries, string, string | undefined]>([
    ['those of StandardEncoding', type1(), 'A’ﬁ€', '41 27 AE -'],
    ['those of Windows', type1({ Encoding: 'WinAnsiEncoding' }), "A'€ä", '41 27 80 E4'],
    ['no control characters', type1({ Encoding: 'WinAnsiEncoding' }), '\n\x7f', '- -'],
    ['those of the Macintosh', type1({ Encoding: 'MacRomanEncoding' }), 'Aä', '41 8A'],
    [
      'what the differences name',
      type1({
        Encoding: buildDict({ Differences: [1, 'A', 'Euro', 200, 'uni0416', 'u1F600', 'Scommaaccent', 'nothing'] }),
      }),
      'A€Ж😀Ș',
      '01 02 C8 C9 -',
    ],
    [
      'differences from a base',
      type1({ Encoding: buildDict({ BaseEncoding: 'WinAnsiEncoding', Differences: [0x41, 'cacute'] }) }),
      'AćB',
      '- 41 42',
    ],
    ['those of the texts of a subset', type1({ BaseFont: 'ABCDEF+Some', ToUnicode: texts([3, '0041']) }), 'AB', '03 -'],
    ['none for a subset without texts', type1({ BaseFont: 'ABCDEF+Some' }), 'A', undefined],
    ['none for a font of symbols', type1({ BaseFont: 'Symbol' }), 'A', undefined],
    ['none for an embedded font without an encoding', type1({ FontDescriptor: buildDict(program) }), 'A', undefined],
    [
      'none for an embedded font of symbols with differences',
      type1({
        FontDescriptor: buildDict({ ...program, Flags: 4 }),
        Encoding: buildDict({ Differences: [1, 'A'] }),
      }),
      'A',
      undefined,
    ],
    [
      'the differences of an embedded font for text',
      type1({
        FontDescriptor: buildDict({ ...program, Flags: 32 }),
        Encoding: buildDict({ Differences: [1, 'A'] }),
      }),
      'AB',
      '01 42',
    ],
    [
      'the first code of a character',
      type1({ Encoding: buildDict({ Differences: [1, 'B', 'B', 66, 'C'] }) }),
      'BC',
      '01 42',
    ],
    [
      'letters with accents by the names of both',
      type1({
        Encoding: buildDict({
          Differences: [
            1,
            'abreve',
            'Gcommaaccent',
            'Zdotaccent',
            'uhungarumlaut',
            'aogonek',
            'Amacron',
            'qbreve',
            'abcd',
          ],
        }),
      }),
      'ăĢŻűąĀq',
      '01 02 03 04 05 06 71',
    ],
    [
      'no code for what is no character',
      type1({ Encoding: buildDict({ Differences: [65, '.notdef', 'u110000', 'uni004', 'u10FFFF'] }) }),
      'ABC\u{10ffff}',
      '- - - 44',
    ],
    ['those of a TrueType font', { ...type1({ Encoding: 'WinAnsiEncoding' }), Subtype: 'TrueType' }, 'A', '41'],
    ['those of a font of several weights', { ...type1(), Subtype: 'MMType1' }, 'A', '41'],
    ['none for wings and webs', type1({ BaseFont: 'Wingdings-Regular' }), 'A', undefined],
    ['those of a font that is named after symbols in its middle', type1({ BaseFont: 'MySymbol' }), 'A', '41'],
    [
      'those of an embedded font of symbols with an encoding',
      type1({ FontDescriptor: buildDict({ ...program, Flags: 4 }), Encoding: 'WinAnsiEncoding' }),
      'A',
      '41',
    ],
    ['those of a font of symbols that is not embedded', type1({ FontDescriptor: buildDict({ Flags: 4 }) }), 'A', '41'],
    ['none for a font that draws with content', { Subtype: 'Type3' }, 'A', undefined],
    [
      'those of the texts of a composite font',
      {
        Subtype: 'Type0',
        Encoding: 'Identity-H',
        DescendantFonts: [buildDict({ W: [1, [500]] })],
        ToUnicode: texts([1, '0041'], [2, '00410042'], [3, '0041']),
      },
      'AB',
      '0001 -',
    ],
    ['none for a composite font of another encoding', { Subtype: 'Type0', Encoding: 'H' }, 'A', undefined],
  ])('are %s', (_what, entries, characters, codes) => {
    expect(encode(entries, characters)).toBe(codes);
  });
});

describe('the widths of a font of a form', () => {
  it('are read from FirstChar on, and a character without a width does not belong to the font', () => {
    const face = read(type1({ FirstChar: 65, Widths: [600, 0, 700] }));
    expect(['A', 'C'].map((each) => face?.measure(each))).toEqual([0.6, 0.7]);
    expect(['A', 'B', 'C', 'D', '@'].map((each) => face?.has(each))).toEqual([true, false, true, false, false]);
  });

  it('are those of the descendant of a composite font', () => {
    const composite = (entries: Entries) =>
      read({
        Subtype: 'Type0',
        Encoding: 'Identity-H',
        DescendantFonts: [buildDict(entries)],
        ToUnicode: texts([1, '0041'], [2, '0042']),
      });
    const descriptor = { FontDescriptor: buildDict({ Ascent: 800, Descent: -100 }) };
    const face = composite({ W: [1, [500]], DW: 300, ...descriptor });
    expect(['A', 'B', 'C'].map((each) => face?.measure(each))).toEqual([0.5, 0.3, 0.3]);
    expect([face?.name, face?.ascent, face?.descent]).toEqual(['F', 0.8, 0.1]);
    expect(composite({ W: [1, 2] })?.measure('A')).toBe(0);
    expect(composite({ W: ['x'] })).toBeUndefined();
  });

  it('are those of the font most like it for both of its heights', () => {
    const { ascent, descent } = readOwnFace('F', new PdfRef(buildDict(type1({ Widths: [500] }))), undefined, {
      bytes: 1000,
    }) ?? { ascent: 0, descent: 0 };
    expect([ascent, descent]).toEqual([0.9, 0.22]);
    const face = read(type1({ Widths: [500] }));
    expect([face?.ascent, face?.descent]).toEqual([0.7, 0.1]);
  });

  it('are the missing width, where it names one', () => {
    const face = read(type1({ FirstChar: 65, Widths: [600], FontDescriptor: buildDict({ MissingWidth: 300 }) }));
    expect(['A', 'B'].map((each) => face?.measure(each))).toEqual([0.6, 0.3]);
  });

  it('are those of the font most like it if it has none', () => {
    expect(read(type1())?.measure('A')).toBe(0.25);
    expect(readOwnFace('F', new PdfRef(buildDict(type1())), undefined, { bytes: 1000 })).toBeUndefined();
  });

  it.each<[number, number, [number, number]]>([
    [900, -200, [0.9, 0.2]],
    [310, 0, [0.31, 0]],
    [300, -200, [0.7, 0.1]],
    [2000, -200, [0.7, 0.1]],
    [900, 200, [0.7, 0.1]],
    [900, -1000, [0.7, 0.1]],
  ])('and heights of %d and %d are %j', (Ascent, Descent, heights) => {
    const face = read(type1({ FontDescriptor: buildDict({ Ascent, Descent }) }));
    expect([face?.ascent, face?.descent].map((each) => Math.abs(each ?? 9))).toEqual(heights);
  });
});

it.each<[string, Entries, boolean]>([
  ['a Type 1 program', { FontDescriptor: buildDict({ FontFile: 1 }) }, true],
  ['a TrueType program', { FontDescriptor: buildDict({ FontFile2: 1 }) }, true],
  ['a CFF program', { FontDescriptor: buildDict({ FontFile3: 1 }) }, true],
  ['a program of its descendant', { DescendantFonts: [buildDict({ FontDescriptor: buildDict(program) })] }, true],
  ['a descriptor alone', { FontDescriptor: buildDict({}) }, false],
  ['nothing', {}, false],
])('a font with %s is embedded: %s', (_what, entries, embedded) => {
  expect(isEmbedded(buildDict(entries))).toBe(embedded);
});
