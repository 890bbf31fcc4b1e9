import { expect, it } from 'vitest';
import { mergeTexts } from '../../src/texts/index.ts';

const numbered = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}\n`);

it('texts of a megabyte are merged, similar or not', () => {
  const base = numbered(30_000, 'a line of about thirty characters');
  const [mine, theirs] = [[...base], [...base]];
  for (let index = 0; index < 30_000; index += 100) mine[index] = `mine ${index}\n`;
  for (let index = 50; index < 30_000; index += 100) theirs[index] = `theirs ${index}\n`;
  const merge = mergeTexts(base.join(''), mine.join(''), theirs.join(''));
  expect(merge.conflicts).toEqual([]);
  const both = merge.resolve([]);
  expect(both.match(/^mine/gm)).toHaveLength(300);
  expect(both.match(/^theirs/gm)).toHaveLength(300);
  const other = numbered(30_000, 'something else of thirty characters');
  expect(mergeTexts(base.join(''), other.join(''), theirs.join('')).conflicts).toHaveLength(1);
});
