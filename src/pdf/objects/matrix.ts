import type { ObjectReader } from './object-reader.ts';
import { asNumber, type PdfObject } from './objects.ts';

/** How coordinates of one space become those of another (ISO 32000-2, 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
export type Point = readonly [x: number, y: number];

export const unmoved: Matrix = [1, 0, 0, 1, 0, 0];

/** The six operands of `cm` or `Tm`. */
export function readMatrix(reader: ObjectReader): Matrix {
  return toMatrix(Array.from({ length: 6 }, () => reader.readObject()));
}

/** A matrix from its six numbers; one that changes nothing from anything else. */
export function toMatrix(list: readonly PdfObject[]): Matrix {
  const numbers = list.map(asNumber);
  return numbers.length === 6 && numbers.every((number) => number !== undefined)
    ? (numbers as unknown as Matrix)
    : unmoved;
}

/** What `inner` does within what `outer` does (ISO 32000-2, 8.3.4). */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [p, q, r, s, t, u] = inner;
  return [p * a + q * c, p * b + q * d, r * a + s * c, r * b + s * d, t * a + u * c + e, t * b + u * d + f];
}

/** Where a point comes to stand. */
export function applyTo([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The matrix that undoes another; undefined if that makes everything a line or a point. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const size = a * d - b * c;
  if (size === 0) return undefined;
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size];
}
