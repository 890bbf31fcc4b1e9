import { describe, expect, it } from 'vitest';
import type { FunctionGradient } from '../../../../src/pdf/merge/gradients/function-gradient.ts';
import { dividePiece, spreadPieces } from '../../../../src/pdf/merge/gradients/spread.ts';

const colour = [0, 0, 0];
const stretch = (from: number, to: number) => ({ from, to, start: colour, end: colour });
type Row = [from: number, to: number, start: number, end: number];

/** The pieces of a gradient of two stretches, the inputs of which are 0 to 1 and 2 to 4. */
function spread(kind: FunctionGradient['spread'], from: number, to: number): Row[] {
  const gradient: FunctionGradient = {
    shape: { kind: 'linear' },
    spread: kind,
    stretches: [stretch(0, 0.25), stretch(0.25, 1)],
  };
  const inputs: [number, number][] = [
    [0, 1],
    [2, 4],
  ];
  return spreadPieces(gradient, inputs, from, to).map(({ from, to, start, end }): Row => [from, to, start, end]);
}

describe('the pieces of a gradient', () => {
  it.each<[FunctionGradient['spread'], number, number, Row[]]>([
    [
      'pad',
      0,
      1,
      [
        [0, 0.25, 0, 1],
        [0.25, 1, 2, 4],
      ],
    ],
    [
      'pad',
      -2,
      3,
      [
        [-2, 0, 0, 0],
        [0, 0.25, 0, 1],
        [0.25, 1, 2, 4],
        [1, 3, 4, 4],
      ],
    ],
    ['pad', -3, -1, [[-3, -1, 0, 0]]],
    ['pad', 2, 5, [[2, 5, 4, 4]]],
    [
      'pad',
      0.125,
      0.625,
      [
        [0.125, 0.25, 0.5, 1],
        [0.25, 0.625, 2, 3],
      ],
    ],
    [
      'repeat',
      0,
      2,
      [
        [0, 0.25, 0, 1],
        [0.25, 1, 2, 4],
        [1, 1.25, 0, 1],
        [1.25, 2, 2, 4],
      ],
    ],
    [
      'repeat',
      -0.375,
      0.125,
      [
        [-0.375, 0, 3, 4],
        [0, 0.125, 0, 0.5],
      ],
    ],
    [
      'reflect',
      0,
      2,
      [
        [0, 0.25, 0, 1],
        [0.25, 1, 2, 4],
        [1, 1.75, 4, 2],
        [1.75, 2, 1, 0],
      ],
    ],
    [
      'reflect',
      -1,
      0,
      [
        [-1, -0.25, 4, 2],
        [-0.25, 0, 1, 0],
      ],
    ],
    ['reflect', 2, 2.25, [[2, 2.25, 0, 1]]],
    ['repeat', 1, 1, []],
  ])('of the kind %s from %d to %d are these', (kind, from, to, rows) => {
    expect(spread(kind, from, to)).toEqual(rows);
  });
});

describe('a piece that is divided', () => {
  it.each<[number, Row[]]>([
    [4, [[1, 3, 0, 1]]],
    [2, [[1, 3, 0, 1]]],
    [
      1,
      [
        [1, 2, 0, 0.5],
        [2, 3, 0.5, 1],
      ],
    ],
    [
      0.9,
      [
        [1, 1 + 2 / 3, 0, 1 / 3],
        [1 + 2 / 3, 1 + 4 / 3, 1 / 3, 2 / 3],
        [1 + 4 / 3, 3, 2 / 3, 1],
      ],
    ],
  ])('has equal parts of a length of %d at most', (length, rows) => {
    const parts = dividePiece({ from: 1, to: 3, start: 0, end: 1 }, length);
    const close = rows.map((row) => row.map((value) => expect.closeTo(value, 9)));
    expect(parts.map(({ from, to, start, end }) => [from, to, start, end])).toEqual(close);
  });
});
