import { describe, expect, it } from 'vitest';
import {
  asArray,
  asList,
  buildDict,
  followRef,
  PdfDamage,
  PdfEncrypted,
  PdfRef,
  PdfStream,
  resolve,
  unlessDamaged,
} from '../../../src/pdf/objects/objects.ts';

/** A number behind this many references. */
function chain(length: number): PdfRef {
  let ref = new PdfRef(7);
  for (let count = 1; count < length; count++) ref = new PdfRef(ref);
  return ref;
}

describe('an object behind references', () => {
  it.each([1, 2, 33])('is found behind %i of them', (length) => {
    expect(resolve(chain(length))).toBe(7);
    expect(followRef(chain(length)).value).toBe(7);
  });

  it('is not looked for behind more, as in a ring', () => {
    expect(() => resolve(chain(34))).toThrow('a ring of references');
    expect(() => followRef(chain(35))).toThrow('a ring of references');
  });

  it('is null if there is none', () => {
    expect(resolve(undefined)).toBe(null);
    expect(resolve(new PdfRef(null))).toBe(null);
  });

  it('can be an array, or stand for one with a single item', () => {
    expect(asArray(new PdfRef([1, 2]))).toEqual([1, 2]);
    expect(asArray(new PdfRef(1))).toEqual([]);
    expect(asList(new PdfRef([1, 2]))).toEqual([1, 2]);
    const stream = new PdfRef(new PdfStream(new Map(), Buffer.from('')));
    expect(asList(stream)).toEqual([stream]);
    expect(asList(null)).toEqual([]);
  });

  it('is left out of a dictionary if it is not there', () => {
    expect([...buildDict({ A: 1, B: undefined, C: null })]).toEqual([
      ['A', 1],
      ['C', null],
    ]);
  });
});

describe('what is read of a PDF', () => {
  const fail = (error: Error) => () => {
    throw error;
  };
  const explain = ({ message }: PdfDamage) => `not read: ${message}`;

  it('is returned', () => {
    expect(unlessDamaged(() => 7, explain)).toBe(7);
  });

  it.each([new PdfDamage('broken'), new PdfEncrypted('broken')])('is replaced if it is damaged: %s', (damage) => {
    expect(unlessDamaged(fail(damage), explain)).toBe('not read: broken');
  });

  it('is not replaced after another error', () => {
    expect(() => unlessDamaged(fail(new RangeError('too much')), explain)).toThrow(new RangeError('too much'));
  });
});
