import { describe, expect, it } from 'vitest';
import { explainRanges, readPageRanges } from '../../../src/pdf/part/page-ranges.ts';

describe('page ranges', () => {
  it.each([
    ['1', [0]],
    ['5', [4]],
    ['2-4', [1, 2, 3]],
    [' 4 , 1 - 2 ', [0, 1, 3]],
    ['4-', [3, 4]],
    ['3-9', [2, 3, 4]],
    ['0-1', [0]],
    ['0', []],
    ['6', []],
    ['4-2', []],
    ['2,2,1-2', [0, 1]],
    ['2-0', []],
    ['999999999', []],
  ])('%j are these of five pages', (text, pages) => {
    expect(readPageRanges(text, 5)).toEqual(pages);
  });

  it.each(['', '1,', 'a', '-3', '1--2', '1 2', '1234567890', '1-1234567890', '1;2'])('%j are no ranges', (text) => {
    expect(readPageRanges(text, 5)).toBeUndefined();
  });

  it('that name no page are explained', () => {
    expect(explainRanges('PDF', '9', 1)).toBe('The PDF has 1 page, and page_ranges "9" names none of them.');
    expect(explainRanges('document', '9', 2)).toBe('The document has 2 pages, and page_ranges "9" names none of them.');
  });
});
