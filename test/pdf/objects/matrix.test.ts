import { describe, expect, it } from 'vitest';
import {
  applyTo,
  invert,
  type Matrix,
  multiply,
  readMatrix,
  toMatrix,
  unmoved,
} from '../../../src/pdf/objects/matrix.ts';
import { ObjectReader } from '../../../src/pdf/objects/object-reader.ts';

const one: Matrix = [2, 3, 5, 7, 11, 13];
const other: Matrix = [17, 19, 23, 29, 31, 37];

describe('a matrix', () => {
  it('moves a point', () => {
    expect(applyTo(one, [100, 1000])).toEqual([200 + 5000 + 11, 300 + 7000 + 13]);
    expect(applyTo(unmoved, [3, 4])).toEqual([3, 4]);
  });

  it('that is multiplied moves a point by the inner and then by the outer one', () => {
    expect(applyTo(multiply(one, other), [100, 1000])).toEqual(applyTo(other, applyTo(one, [100, 1000])));
    expect(multiply(one, other)).toEqual([103, 125, 246, 298, 517, 623]);
    expect(multiply(one, unmoved)).toEqual(one);
  });

  it('is undone by its inverse', () => {
    expect(invert(one)).toEqual([-7, 3, 5, -2, 12, -7]);
    expect(invert([2, 0, 0, 4, 6, 8])).toEqual([0.5, -0, -0, 0.25, -3, -2]);
    expect(invert([2, 4, 1, 2, 0, 0])).toBeUndefined();
  });

  it('has six numbers', () => {
    expect(toMatrix([1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6]);
    for (const list of [[], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 'x'], [1, 2, 3, 4, 5, null]])
      expect(toMatrix(list)).toBe(unmoved);
    const reader = new ObjectReader(Buffer.from('1 2 3 4 5 6 7'), () => null);
    expect(readMatrix(reader)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
