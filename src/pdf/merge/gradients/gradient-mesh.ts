import type { Area } from '../../content/painted-areas.ts';
import type { Point } from '../../objects/matrix.ts';
import { buildDict, PdfStream } from '../../objects/objects.ts';
import { buildColourFunction, type ColourFunction } from './colour-function.ts';
import type { FunctionGradient } from './function-gradient.ts';
import { dividePiece, type Piece, spreadPieces } from './spread.ts';

/** Points of one colour, as many in each row. */
interface MeshRow {
  points: Point[];
  /** What the function makes a colour of. */
  input: number;
}

/** Sides of what is drawn for a circle: at a radius of 100 points it is 0.015 points off. */
const sides = 180;

/** More points would be a megabyte, and would take seconds to draw. */
const pointLimit = 120_000;

/** The largest number of 16 bits. */
const largest = 0xffff;

/**
 * A gradient as a mesh of rows, between which the colour changes evenly (ISO 32000-2, 8.7.4.5.6). Readers draw it without sampling a
 * function of the page. Undefined if the mesh would be too large.
 */
export function buildMesh(gradient: FunctionGradient, area: Area): PdfStream | undefined {
  const colours = buildColourFunction(gradient.stretches);
  const rows = buildRows(gradient, area, colours);
  const columns = rows?.[0]?.points.length ?? 0;
  if (rows === undefined || columns === 0 || rows.length * columns > pointLimit) return undefined;
  return packMesh(rows, columns, colours);
}

function buildRows(gradient: FunctionGradient, area: Area, { inputs }: ColourFunction): MeshRow[] | undefined {
  const { left, right, bottom, top } = area;
  const { shape, stretches } = gradient;
  const spread = (from: number, to: number) =>
    (to - from) * stretches.length > pointLimit / 4 ? undefined : spreadPieces(gradient, inputs, from, to);
  if (shape.kind === 'linear') {
    return drawRows(spread(left, right), (place) => [
      [place, bottom],
      [place, top],
    ]);
  }
  const farthest = Math.hypot(Math.max(-left, right), Math.max(-bottom, top));
  // A polygon that surrounds a circle.
  const far = farthest * 1.01;
  if (shape.kind === 'conic') {
    const { bias, scale } = shape;
    const pieces = spread(bias * scale, (1 + bias) * scale)?.flatMap((piece) => dividePiece(piece, scale / sides));
    return drawRows(pieces, (place) => [[0, 0], pointAt(place / scale - bias, far)]);
  }
  const { centre, radius, growth } = shape;
  const [x, y] = centre;
  const nearest = Math.hypot(Math.max(left, -right, 0), Math.max(bottom, -top, 0));
  const step = Math.hypot(x, y);
  // Before place 0 the centre moves to the other side of the origin.
  const first = Math.max(-radius / growth, (nearest - radius) / (growth + (nearest < radius ? -step : step)));
  const last = (far - radius) / (growth - step);
  return drawRows(spread(first, last), (place) =>
    Array.from({ length: sides + 1 }, (_, side): Point => {
      const [across, up] = pointAt((side % sides) / sides, radius + place * growth);
      return [place * x + across, place * y + up];
    }),
  );
}

/** The point on a circle after a part of a turn. */
function pointAt(turn: number, radius: number): Point {
  return [radius * Math.cos(turn * 2 * Math.PI), radius * Math.sin(turn * 2 * Math.PI)];
}

function drawRows(pieces: readonly Piece[] | undefined, draw: (place: number) => Point[]): MeshRow[] | undefined {
  if (pieces === undefined) return undefined;
  const rows: MeshRow[] = [];
  for (const { from, to, start, end } of pieces) {
    if (rows.at(-1)?.input !== start) rows.push({ points: draw(from), input: start });
    rows.push({ points: draw(to), input: end });
  }
  return rows;
}

/** The mesh in 16 bits for each number. */
function packMesh(rows: readonly MeshRow[], columns: number, { dict, most }: ColourFunction): PdfStream {
  const points = rows.flatMap((row) => row.points);
  const [[left, right], [bottom, top]] = [findRange(points, 0), findRange(points, 1)];
  const data = Buffer.alloc(points.length * 6);
  let at = 0;
  const write = (value: number, least: number, end: number) => {
    at = data.writeUInt16BE(Math.round(((value - least) / (end - least)) * largest), at);
  };
  for (const { points, input } of rows) {
    for (const [x, y] of points) {
      write(x, left, right);
      write(y, bottom, top);
      write(input, 0, most);
    }
  }
  const entries = {
    ShadingType: 5,
    ColorSpace: 'DeviceRGB',
    BitsPerCoordinate: 16,
    BitsPerComponent: 16,
    VerticesPerRow: columns,
    Decode: [left, right, bottom, top, 0, most],
    Function: dict,
  };
  return new PdfStream(buildDict(entries), data);
}

function findRange(points: readonly Point[], axis: 0 | 1): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    least = Math.min(least, point[axis]);
    most = Math.max(most, point[axis]);
  }
  return [least, most > least ? most : least + 1];
}
