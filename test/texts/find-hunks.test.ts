import { describe, expect, it } from 'vitest';
import { findHunks, splitLines } from '../../src/texts/find-hunks.ts';

it.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a\n']],
  ['a\n\nb', ['a\n', '\n', 'b']],
  ['\n', ['\n']],
  ['a\r\nb\n', ['a\r\n', 'b\n']],
])('splits %j into its lines', (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});

/** The hunks as their four numbers. */
const find = (before: string, after: string) =>
  findHunks([...before], [...after]).map(({ from, to, newFrom, newTo }) => [from, to, newFrom, newTo]);

describe('the hunks between two lists of lines', () => {
  it.each<[before: string, after: string, hunks: number[][]]>([
    ['', '', []],
    ['abc', 'abc', []],
    ['', 'ab', [[0, 0, 0, 2]]],
    ['ab', '', [[0, 2, 0, 0]]],
    ['abc', 'axc', [[1, 2, 1, 2]]],
    ['abc', 'abxc', [[2, 2, 2, 3]]],
    ['abc', 'ac', [[1, 2, 1, 1]]],
    ['abc', 'xabc', [[0, 0, 0, 1]]],
    ['abc', 'abcx', [[3, 3, 3, 4]]],
    ['aa', 'aaa', [[2, 2, 2, 3]]],
    ['aaa', 'aa', [[2, 3, 2, 2]]],
    ['abc', 'xyz', [[0, 3, 0, 3]]],
    [
      'abcde',
      'axcye',
      [
        [1, 2, 1, 2],
        [3, 4, 3, 4],
      ],
    ],
    [
      'abcde',
      'xbcd',
      [
        [0, 1, 0, 1],
        [4, 5, 4, 4],
      ],
    ],
    [
      '1abcde2',
      '1xxabde2',
      [
        [1, 1, 1, 3],
        [3, 4, 5, 5],
      ],
    ],
  ])('are from %j to %j: %j', (before, after, hunks) => {
    expect(find(before, after)).toEqual(hunks);
  });

  it('are one if the lists hardly resemble each other', () => {
    const list = (name: string) => Array.from({ length: 1600 }, (_, index) => `${name}${index}`);
    const [before, after] = [list('a'), list('b')];
    before[800] = after[800] = 'same';
    expect(findHunks(['x', ...before], ['x', ...after])).toEqual([{ from: 1, to: 1601, newFrom: 1, newTo: 1601 }]);
  });
});
