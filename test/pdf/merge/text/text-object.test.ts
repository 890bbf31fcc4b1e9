import { describe, expect, it } from 'vitest';
import type { FontText } from '../../../../src/pdf/merge/text/font-text.ts';
import { readTextObject } from '../../../../src/pdf/merge/text/text-object.ts';

const font: FontText = {
  dict: new Map(),
  family: 'F',
  digits: 4,
  texts: new Map([
    [1, 'a'],
    [2, 'b'],
    [10, 'c'],
  ]),
};
const narrow: FontText = { ...font, digits: 2 };
const read = (content: string) =>
  readTextObject(content, (name) => (name === 'F1' ? font : name === 'F2' ? narrow : undefined));
const plain = { glyphs: 1, right: 0, up: 0, isReversed: false };
const start = '/F1 9 Tf\n';
const mark = (digits: string, inside: string) => `/Span<</ActualText <FEFF${digits}> >> BDC\n${inside}EMC\n`;

describe('the glyphs of a text object', () => {
  it('are read with their operators and texts', () => {
    expect(read(`${start}1 0 0 1 8 9 Tm\n<0001000A> Tj\n`)).toEqual([
      { ...plain, operators: `${start}1 0 0 1 8 9 Tm\n<0001> Tj\n`, text: 'a', own: 'a' },
      { ...plain, operators: '<000A> Tj\n', text: 'c', own: 'c' },
    ]);
    expect(read('/F2 9 Tf\n<0A> Tj\n')).toEqual([{ ...plain, operators: '/F2 9 Tf\n<0A> Tj\n', text: 'c', own: 'c' }]);
  });

  it('have no text if their font has none', () => {
    expect(read(`${start}<0007> Tj\n`)?.map(({ text, own }) => [text, own])).toEqual([['', '']]);
  });

  it('are read with how far they are moved', () => {
    const shown = read(`${start}<0001> Tj\n3 -2 Td <0002> Tj\n`);
    expect(shown?.map(({ right, up }) => [right, up])).toEqual([
      [0, 0],
      [3, -2],
    ]);
  });

  it('are one in a mark, moved as the first and raised as all', () => {
    expect(read(`${start}2 1 Td ${mark('0041', '<0001> Tj\n5 3 Td <0002> Tj\n')}`)).toEqual([
      {
        operators: `${start}2 1 Td <0001> Tj\n5 3 Td <0002> Tj\n`,
        text: 'A',
        own: 'ab',
        glyphs: 2,
        right: 2,
        up: 4,
        isReversed: false,
      },
    ]);
  });

  it('say whether they run from right to left', () => {
    const reversed = (inside: string) => `/ReversedChars BMC\n${inside}EMC\n`;
    const shown = read(`${start}<0001> Tj\n${reversed(`<0002> Tj\n${mark('0041', '<0001> Tj\n')}`)}<0002> Tj\n`);
    expect(shown?.map(({ text, isReversed }) => [text, isReversed])).toEqual([
      ['a', false],
      ['b', true],
      ['A', true],
      ['b', false],
    ]);
  });

  it.each([
    ['a mark in a mark', `${start}${mark('0041', mark('0042', '<0001> Tj\n'))}`],
    ['a mark of another kind', `${start}/P <</MCID 0>> BDC\n<0001> Tj\nEMC\n`],
    ['an end without a mark', `${start}<0001> Tj\nEMC\n`],
    ['a mark without an end', `${start}/Span<</ActualText <FEFF0041> >> BDC\n<0001> Tj\n`],
    ['a mark without glyphs', `${start}${mark('0041', '')}`],
    ['an unknown font', '/F9 9 Tf\n<0001> Tj\n'],
    ['no font', '<0001> Tj\n'],
    ['another operator for text', `${start}<0001> '\n`],
    ['a list of strings', `${start}[<0001>] TJ\n`],
    ['operators after the last glyph', `${start}<0001> Tj\n1 0 Td\n`],
  ])('are not understood with %s', (_, content) => {
    expect(read(content)).toBeUndefined();
  });

  it('may be missing', () => {
    expect(read(' \n')).toEqual([]);
  });
});
