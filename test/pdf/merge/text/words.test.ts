import { describe, expect, it } from 'vitest';
import type { ShownText } from '../../../../src/pdf/merge/text/text-object.ts';
import { isRightToLeft, listWords } from '../../../../src/pdf/merge/text/words.ts';

const part = (text: string, more: Partial<ShownText> = {}): ShownText => ({
  operators: '',
  text,
  own: text,
  glyphs: 1,
  right: 5,
  up: 0,
  isReversed: false,
  ...more,
});
/** The texts of words, and whether only the whole of each comes out as it was written. */
const divide = (...shown: ShownText[]) =>
  listWords(shown).map(({ parts, isWhole }) => [parts.map(({ text }) => text).join(''), isWhole]);

describe('the words of a text object', () => {
  it.each<[string, ShownText[], [string, boolean][]]>([
    ['missing in an empty one', [], []],
    [
      'divided by spaces',
      [part('a'), part('b'), part(' '), part('c')],
      [
        ['ab', false],
        [' ', false],
        ['c', false],
      ],
    ],
    [
      'divided by spaces of no width',
      [part('a'), part('\u200b'), part('c')],
      [
        ['a', false],
        ['\u200b', false],
        ['c', false],
      ],
    ],
    [
      'divided where the direction changes',
      [part('a'), part('b', { isReversed: true })],
      [
        ['a', false],
        ['b', false],
      ],
    ],
    ['whole with a cluster', [part('a'), part('bc', { glyphs: 2 }), part('d')], [['abcd', true]]],
    ['whole with a raised glyph', [part('a'), part('b', { up: 2 }), part('c', { up: -2 })], [['abc', true]]],
    [
      'not whole if a raise is undone before',
      [part(' ', { up: 2 }), part('c', { up: -2 })],
      [
        [' ', false],
        ['c', false],
      ],
    ],
    [
      'whole while a raise lasts',
      [part(' ', { up: 2 }), part('c')],
      [
        [' ', false],
        ['c', true],
      ],
    ],
    ['not whole by a rounding', [part('a', { up: 0.01 }), part('b', { up: -0.02 })], [['ab', false]]],
    [
      'not whole from top to bottom',
      [part('a', { right: 0, up: -9 }), part('b', { right: 1, up: -9 })],
      [['ab', false]],
    ],
    ['whole from top to bottom with a cluster', [part('a', { right: 0, up: -9, glyphs: 2 })], [['a', true]]],
    ['whole if they go as far down as right', [part('a', { right: 5, up: -5 })], [['a', true]]],
  ])('are %s', (_, shown, words) => {
    expect(divide(...shown)).toEqual(words);
  });
});

it.each([
  ['a', false],
  ['\u058f', false],
  ['\u0590', true],
  ['\u08ff', true],
  ['\u0900', false],
  ['x\ufb1d', true],
  ['\ufe6f', false],
  ['\ufefc', true],
  ['\ufeff', false],
  ['\u{10800}', true],
  ['\u{1e900}', true],
  ['\u{1f600}', false],
])('the text %j is from right to left: %s', (text, expected) => {
  expect(isRightToLeft(text)).toBe(expected);
});
