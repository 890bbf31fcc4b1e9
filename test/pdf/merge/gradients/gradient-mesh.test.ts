import { describe, expect, it } from 'vitest';
import { buildColourFunction } from '../../../../src/pdf/merge/gradients/colour-function.ts';
import type { FunctionGradient } from '../../../../src/pdf/merge/gradients/function-gradient.ts';
import { buildMesh } from '../../../../src/pdf/merge/gradients/gradient-mesh.ts';
import type { PdfStream } from '../../../../src/pdf/objects/objects.ts';

const [red, blue] = [
  [1, 0, 0],
  [0, 0, 1],
];
const stretches = [{ from: 0, to: 1, start: red, end: blue }];
type Shape = FunctionGradient['shape'];

/** The points of each row of a mesh, with its input. */
function build(shape: Shape, sides: number[], spread: FunctionGradient['spread'] = 'pad', colours = stretches) {
  const [left = 0, right = 0, bottom = 0, top = 0] = sides;
  const mesh = buildMesh({ shape, spread, stretches: colours }, { left, right, bottom, top });
  return mesh && readRows(mesh);
}
function readRows({ dict, data }: PdfStream) {
  const [left = 0, right = 0, bottom = 0, top = 0, least = 0, most = 0] = dict.get('Decode') as number[];
  const bytes = Buffer.from(data);
  const read = (at: number, low: number, high: number) => low + (bytes.readUInt16BE(at) / 65_535) * (high - low);
  const columns = dict.get('VerticesPerRow') as number;
  const rows: { points: [number, number][]; input: number }[] = [];
  for (let at = 0; at < bytes.length; at += columns * 6) {
    const points = Array.from({ length: columns }, (_, column): [number, number] => [
      read(at + column * 6, left, right),
      read(at + column * 6 + 2, bottom, top),
    ]);
    rows.push({ points, input: read(at + 4, least, most) });
  }
  return rows;
}

const linear: Shape = { kind: 'linear' };
/** A row of two points at a place. */
const row = (x: number, input: number) => ({
  points: [
    [expect.closeTo(x, 3), 2],
    [expect.closeTo(x, 3), 5],
  ],
  input: expect.closeTo(input, 3),
});

describe('the mesh of a gradient', () => {
  it('has 16 bits for each number, and the colours as a function', () => {
    const mesh = buildMesh({ shape: linear, spread: 'pad', stretches }, { left: 0, right: 1, bottom: 2, top: 5 });
    expect(Object.fromEntries(mesh?.dict ?? [])).toEqual({
      ShadingType: 5,
      ColorSpace: 'DeviceRGB',
      BitsPerCoordinate: 16,
      BitsPerComponent: 16,
      VerticesPerRow: 2,
      Decode: [0, 1, 2, 5, 0, 1],
      Function: buildColourFunction(stretches).dict,
    });
    expect(Buffer.from(mesh?.data ?? []).toString('hex')).toBe(
      '000000000000' + '0000ffff0000' + 'ffff0000ffff' + 'ffffffffffff',
    );
  });

  it('has a range of one if all of its points are in a line', () => {
    const mesh = buildMesh({ shape: linear, spread: 'pad', stretches }, { left: 0, right: 1, bottom: 2, top: 2 });
    expect(mesh?.dict.get('Decode')).toEqual([0, 1, 2, 3, 0, 1]);
  });

  it.each<[string, FunctionGradient['spread'], number[], [number, number][]]>([
    [
      'goes from 0 to 1',
      'pad',
      [0, 1, 2, 5],
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      'has its first and last colour outside',
      'pad',
      [-1, 3, 2, 5],
      [
        [-1, 0],
        [0, 0],
        [1, 1],
        [3, 1],
      ],
    ],
    [
      'is cut at the area',
      'pad',
      [0.25, 0.5, 2, 5],
      [
        [0.25, 0.25],
        [0.5, 0.5],
      ],
    ],
    [
      'begins again',
      'repeat',
      [0, 2, 2, 5],
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [2, 1],
      ],
    ],
    [
      'turns back',
      'reflect',
      [-1, 2, 2, 5],
      [
        [-1, 1],
        [0, 0],
        [1, 1],
        [2, 0],
      ],
    ],
    [
      'begins again in the area',
      'repeat',
      [-0.5, 0.5, 2, 5],
      [
        [-0.5, 0.5],
        [0, 1],
        [0, 0],
        [0.5, 0.5],
      ],
    ],
  ])('of lines %s', (_, spread, sides, rows) => {
    expect(build(linear, sides, spread)).toEqual(rows.map(([x, input]) => row(x, input)));
  });

  it('has two rows where the colour jumps', () => {
    const two = [
      { from: 0, to: 0.5, start: red, end: blue },
      { from: 0.5, to: 1, start: red, end: blue },
    ];
    const rows = [row(0, 0), row(0.5, 1), row(0.5, 2), row(1, 3)];
    expect(build(linear, [0, 1, 2, 5], 'pad', two)).toEqual(rows);
  });

  it.each([
    [30_000, 4],
    [30_001, undefined],
  ])('of lines with a length of %i has rows: %s', (length, rows) => {
    expect(build(linear, [-1, length - 1, 0, 1])?.length).toBe(rows);
  });
});

describe('the mesh of circles', () => {
  const around: Shape = { kind: 'radial', centre: [0, 0], radius: 0, growth: 1 };
  /** The distance of the points of each row from a centre, which is the same for all, and the input. */
  const radii = (shape: Shape, sides: number[], centreOf = (_radius: number): [number, number] => [0, 0]) =>
    build(shape, sides)?.map(({ points, input }) => {
      const [first = [0, 0]] = points;
      const distance = (point: [number, number], [x, y]: [number, number]) => Math.hypot(point[0] - x, point[1] - y);
      const radius = distance(first, centreOf(0));
      expect(points).toHaveLength(181);
      expect(points.at(-1)).toEqual(first);
      for (const point of points) expect(distance(point, centreOf(0))).toBeCloseTo(radius, 2);
      return [Math.round(radius * 100) / 100, Math.round(input * 100) / 100];
    });

  it.each<[string, number[], number[][]]>([
    [
      'the origin',
      [0, 3, 0, 4],
      [
        [0, 0],
        [1, 1],
        [5.05, 1],
      ],
    ],
    [
      'what is right and above',
      [3, 6, 4, 8],
      [
        [5, 1],
        [10.1, 1],
      ],
    ],
    [
      'what is left and below',
      [-6, -3, -8, -4],
      [
        [5, 1],
        [10.1, 1],
      ],
    ],
    [
      'what is only right',
      [0.5, 3, -4, 4],
      [
        [0.5, 0.5],
        [1, 1],
        [5.05, 1],
      ],
    ],
    [
      'what is only below',
      [-3, 3, -4, -0.5],
      [
        [0.5, 0.5],
        [1, 1],
        [5.05, 1],
      ],
    ],
  ])('surrounds %s', (_, sides, rows) => {
    expect(radii(around, sides)).toEqual(rows);
  });

  it('starts at the circle with a radius of 0, before place 0', () => {
    expect(radii({ ...around, radius: 2, growth: 4 }, [-3, 3, -4, 4])).toEqual([
      [0, 0],
      [2, 0],
      [5.05, 0.76],
    ]);
  });

  it('moves and grows with the place', () => {
    const rows = build({ kind: 'radial', centre: [3, 4], radius: 1, growth: 10 }, [-6, 6, -8, 8]) ?? [];
    // The circles at -0.1, 0, 1 and (10.1 - 1) / (10 - 5).
    const circles = [-0.1, 0, 1, 1.82].map((place) => ({ x: place * 3, y: place * 4, radius: 1 + place * 10 }));
    expect(rows.map(({ input }) => Math.round(input * 100) / 100)).toEqual([0, 0, 1, 1]);
    for (const [at, { x, y, radius }] of circles.entries()) {
      const points = rows[at]?.points ?? [];
      for (const [side, point] of points.entries()) {
        const turn = (side / 180) * 2 * Math.PI;
        expect(point[0]).toBeCloseTo(x + radius * Math.cos(turn), 2);
        expect(point[1]).toBeCloseTo(y + radius * Math.sin(turn), 2);
      }
    }
  });

  it('starts at the first circle that meets the area', () => {
    const rows = build({ kind: 'radial', centre: [1, 0], radius: 1, growth: 3 }, [5, 6, -1, 1]) ?? [];
    // (5 - 1) / (3 + 1): its rightmost point is at 1 + 1 + 3.
    expect(rows[0]?.points[0]?.[0]).toBeCloseTo(5, 2);
  });

  it.each([
    [327, 654],
    [329, 658],
    [332, undefined],
  ])('that repeats up to %i has rows: %s', (last, rows) => {
    const reach = last / 1.01 - 0.001;
    expect(build(around, [0, reach, 0, 0], 'repeat')?.length).toBe(rows);
  });
});

describe('the mesh of a turn', () => {
  const turn = (bias: number, scale: number, spread: FunctionGradient['spread'] = 'pad') =>
    build({ kind: 'conic', bias, scale }, [-3, 3, -4, 4], spread) ?? [];

  it('has triangles of two degrees around the origin', () => {
    const rows = turn(0, 1);
    expect(rows).toHaveLength(181);
    for (const [at, { points, input }] of rows.entries()) {
      const angle = (at / 180) * 2 * Math.PI;
      expect(points[0]?.[0]).toBeCloseTo(0, 3);
      expect(points[0]?.[1]).toBeCloseTo(0, 3);
      expect(points[1]?.[0]).toBeCloseTo(5.05 * Math.cos(angle), 3);
      expect(points[1]?.[1]).toBeCloseTo(5.05 * Math.sin(angle), 3);
      expect(input).toBeCloseTo(at / 180, 3);
    }
  });

  it('repeats and is moved', () => {
    const rows = turn(0.25, 2, 'repeat');
    // From place 0.5 to 2.5, which is a whole turn from the x axis.
    expect(rows[0]?.input).toBeCloseTo(0.5, 3);
    expect(rows[0]?.points[1]?.[0]).toBeCloseTo(5.05, 3);
    expect(rows[0]?.points[1]?.[1]).toBeCloseTo(0, 3);
    expect(rows.at(-1)?.input).toBeCloseTo(0.5, 3);
    // Place 1 is after a quarter of a turn.
    const jump = rows.findIndex(({ input }, at) => at > 0 && input < (rows[at - 1]?.input ?? 0));
    expect(rows[jump]?.points[1]?.[0]).toBeCloseTo(0, 3);
    expect(rows[jump]?.points[1]?.[1]).toBeCloseTo(5.05, 3);
  });
});
