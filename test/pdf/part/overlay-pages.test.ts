import { describe, expect, it } from 'vitest';
import { readOverlayPages } from '../../../src/pdf/part/overlay-pages.ts';

describe('the pages of an overlay', () => {
  it.each<[string | undefined, number, number[], boolean]>([
    [undefined, 3, [0, 1, 2], false],
    ['first', 3, [0], false],
    ['last', 3, [2], false],
    ['first', 0, [], false],
    ['odd', 5, [0, 2, 4], false],
    ['even', 5, [1, 3], false],
    ['2', 3, [1], false],
    ['2-3', 3, [1, 2], false],
    ['2-4', 3, [1, 2], true],
    ['4', 3, [], true],
    ['4-', 3, [], false],
    ['2-', 3, [1, 2], false],
    ['1, 3', 3, [0, 2], false],
    ['9, 1', 3, [0], true],
    ['1-9 , 2', 3, [0, 1, 2], true],
  ])('"%s" of %i are read', (text, count, pages, isBeyond) => {
    expect(readOverlayPages(text, count)).toEqual({ pages, isBeyond });
  });

  it.each(['', 'some', 'toString', '1-2-3', '1,,2'])('"%s" are not pages', (text) => {
    expect(readOverlayPages(text, 3)).toBeUndefined();
  });
});
