import { describe, expect, it } from 'vitest';
import type { FontText } from '../../../../src/pdf/merge/text/font-text.ts';
import { type GlyphUses, noteUses, splitCodes } from '../../../../src/pdf/merge/text/glyph-uses.ts';
import type { PdfDict } from '../../../../src/pdf/objects/objects.ts';

const build = (family: string, digits: 2 | 4, ...texts: string[]): FontText => ({
  dict: new Map(),
  family,
  digits,
  texts: new Map(texts.map((text, index) => [index + 1, text])),
});
const [one, two, other] = [build('F', 4, 'a', 'b'), build('F', 4, 'x'), build('G', 2, 'c')];
const unknown: PdfDict = new Map();
const fonts = new Map([one, two, other].map((font) => [font.dict, font]));
const resources: PdfDict = new Map([
  [
    'Font',
    new Map([
      ['F1', one.dict],
      ['F2', two.dict],
      ['F3', other.dict],
      ['F4', unknown],
    ] as [string, PdfDict][]),
  ],
]);

/** The uses of glyphs in a content: family and code, texts without a mark, texts of marks, and the text of the cluster. */
function note(...contents: string[]) {
  const uses: GlyphUses = new Map();
  for (const content of contents) noteUses(uses, content, resources, fonts);
  return [...uses].flatMap(([family, glyphs]) =>
    [...glyphs].map(([code, { bare, marked, cluster }]) => [
      `${String(family)}${code}`,
      [...bare],
      [...marked],
      ...(cluster ? [cluster.text, cluster.glyphs.map((glyph) => glyph.code)] : []),
    ]),
  );
}
const mark = (text: string, inside: string) => {
  const digits = Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
  return `/Span<</ActualText <FEFF${digits}> >> BDC\n${inside}EMC\n`;
};

describe('the uses of glyphs', () => {
  it.each<[string, string[], unknown[]]>([
    [
      'without a mark',
      ['/F1 9 Tf\n<00010002> Tj\n'],
      [
        ['F1', ['a'], []],
        ['F2', ['b'], []],
      ],
    ],
    ['without a text', ['/F1 9 Tf\n<0009> Tj\n'], [['F9', [''], []]]],
    ['of subsets of one font', ['/F1 9 Tf\n<0001> Tj\n/F2 9 Tf\n<0001> Tj\n'], [['F1', ['a', 'x'], []]]],
    [
      'of two fonts',
      ['/F1 9 Tf\n<0001> Tj\n', '/F3 9 Tf\n<01> Tj\n'],
      [
        ['F1', ['a'], []],
        ['G1', ['c'], []],
      ],
    ],
    ['of an unknown font', ['/F4 9 Tf\n<0001> Tj\n', '/F5 9 Tf\n<0001> Tj\n', '<0001> Tj\n'], []],
    ['in a mark alone', [`/F1 9 Tf\n${mark('A', '<0001> Tj\n')}`], [['F1', [], ['A']]]],
    ['in two marks', [`/F1 9 Tf\n${mark('A', '<0001> Tj\n')}${mark('B', '<0001> Tj\n')}`], [['F1', [], ['A', 'B']]]],
    ['in an empty mark', [`/F1 9 Tf\n${mark('A', '')}`], []],
    [
      'in a mark of several',
      [`/F1 9 Tf\n${mark('AB', '<00010002> Tj\n')}`],
      [
        ['F1', [], [], 'AB', [1, 2]],
        ['F2', [], [], 'AB', [1, 2]],
      ],
    ],
    [
      'in two marks of several',
      [`/F1 9 Tf\n${mark('AB', '<00010002> Tj\n')}${mark('CB', '<00010003> Tj\n')}`],
      [
        ['F1', [], [], 'AB', [1, 2]],
        ['F2', [], [], 'AB', [1, 2]],
        ['F3', [], [], 'CB', [1, 3]],
      ],
    ],
    [
      'in a mark without a text inside of one with a text',
      [`/F1 9 Tf\n${mark('A', '/ReversedChars BMC\n<0001> Tj\nEMC\n')}<0002> Tj\n`],
      [
        ['F2', ['b'], []],
        ['F1', [], ['A']],
      ],
    ],
    ['after a mark', [`/F1 9 Tf\n${mark('A', '<0001> Tj\n')}<0001> Tj\n`], [['F1', ['a'], ['A']]]],
  ])('are noted: %s', (_, contents, expected) => {
    const sorted = (list: unknown[]) => list.map((entry) => JSON.stringify(entry)).sort();
    expect(sorted(note(...contents))).toEqual(sorted(expected));
  });
});

it.each<[string, FontText, number[]]>([
  ['0001ABCD', one, [1, 0xabcd]],
  ['01FF', other, [1, 255]],
  ['', one, []],
])('"%s" is divided into codes', (codes, font, expected) => {
  expect(splitCodes(codes, font)).toEqual(expected);
});
