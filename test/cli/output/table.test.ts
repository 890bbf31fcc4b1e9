import { expect, it } from 'vitest';
import { formatTable } from '../../../src/cli/output/table.ts';

const heading = ['id', 'name', 'last used'];
const rows = [
  ['01890a5d-ac96-774b-bcce-b302099a8057', 'Invoice', 'never'],
  ['01890a5d-ac96-774b-bcce-b302099a8058', '', '2026-01-02'],
];

it('aligns columns where they fit', () => {
  expect(
    formatTable(
      ['a', 'b'],
      [
        ['long', 'x'],
        ['y', 'z'],
      ],
      7,
    ),
  ).toBe('A     B\nlong  x\ny     z\n');
});

it('aligns columns behind characters that are two columns wide', () => {
  expect(
    formatTable(
      ['a', 'b'],
      [
        ['請求書👍🏽', 'x'],
        ['abcde\u0301f', 'y'],
      ],
      11,
    ),
  ).toBe('A         B\n請求書👍🏽  x\nabcde\u0301f    y\n');
});

it('makes blocks that fit a terminal of 40 columns', () => {
  const text = formatTable(heading, rows, 40);
  expect(text).toBe(
    [
      '01890a5d-ac96-774b-bcce-b302099a8057',
      '  name       Invoice',
      '  last used  never',
      '01890a5d-ac96-774b-bcce-b302099a8058',
      '  last used  2026-01-02',
      '',
    ].join('\n'),
  );
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
});

it('keeps its columns where nobody says how wide the terminal is', () => {
  for (const columns of [undefined, 0]) expect(formatTable(heading, rows, columns)).toMatch(/^ID +NAME +LAST USED\n/);
});
