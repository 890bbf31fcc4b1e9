import { describe, expect, it } from 'vitest';
import { defaultWidth, readWidths } from '../../../src/pdf/objects/glyph-widths.ts';
import { buildDict, type PdfObject } from '../../../src/pdf/objects/objects.ts';

const read = (W?: PdfObject) => {
  const widths = readWidths(buildDict({ W }));
  return widths && [...widths];
};

describe('the widths of a composite font', () => {
  it.each<[string, PdfObject | undefined, [number, number][] | undefined]>([
    ['none', undefined, []],
    [
      'lists',
      [3, [500, 600], 9, [700]],
      [
        [3, 500],
        [4, 600],
        [9, 700],
      ],
    ],
    [
      'ranges',
      [3, 5, 500, 7, 7, 600],
      [
        [3, 500],
        [4, 500],
        [5, 500],
        [7, 600],
      ],
    ],
    [
      'both',
      [1, [100], 3, 4, 200, 6, [300]],
      [
        [1, 100],
        [3, 200],
        [4, 200],
        [6, 300],
      ],
    ],
    [
      'widths that are no numbers',
      [1, ['x'], 2, 2, 'x'],
      [
        [1, 0],
        [2, 0],
      ],
    ],
    ['a first character that is no number', ['x', [1]], undefined],
    ['a first character alone', [1], undefined],
    ['a name in place of a last character', [1, 'x', 2], undefined],
    ['a range beyond all characters', [0, 65536, 1], undefined],
    ['a range that runs back', [5, 4, 1], []],
  ])('have %s', (_what, list, expected) => {
    expect(read(list)).toEqual(expected);
  });

  it('may be a range of all characters', () => {
    expect(read([1, 65536, 7])).toHaveLength(65536);
  });

  it('are 1000 unless the font says otherwise', () => {
    expect([defaultWidth(buildDict({})), defaultWidth(buildDict({ DW: 0 }))]).toEqual([1000, 0]);
  });
});
