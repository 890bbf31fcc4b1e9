import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeContents, decodeStream } from '../../../src/pdf/objects/decode-stream.ts';
import { buildDict, PdfDamage, PdfStream } from '../../../src/pdf/objects/objects.ts';

/** A stream of rows with their PNG filters, or of other bytes. */
function pack(rows: readonly (readonly number[])[], parameters: Record<string, number>): PdfStream {
  const dict = buildDict({ Filter: 'FlateDecode', DecodeParms: buildDict(parameters) });
  return new PdfStream(dict, deflateSync(Uint8Array.from(rows.flat())));
}

const decode = (stream: PdfStream, bytes = 10_000_000) => [...decodeStream(stream, { bytes })];

describe('PNG predictors', () => {
  const rgb = { Predictor: 15, Colors: 3, Columns: 2 };

  test.each([
    ['none', 0, [1, 2, 3, 4, 5, 6]],
    ['sub', 1, [1, 2, 3, 5, 7, 9]],
    ['up', 2, [11, 22, 33, 44, 55, 66]],
    ['average', 3, [6, 12, 18, 27, 36, 45]],
    ['Paeth', 4, [11, 22, 33, 44, 55, 66]],
  ])('undo %s over the row above', (_name, filter, expected) => {
    const rows = [
      [0, 10, 20, 30, 40, 50, 60],
      [filter, 1, 2, 3, 4, 5, 6],
    ];
    expect(decode(pack(rows, rgb)).slice(6)).toEqual(expected);
  });

  test.each([
    ['the one before', 5, 20, 20, 5],
    ['the one above', 20, 5, 20, 5],
    ['the one above and before', 10, 20, 15, 15],
    ['the one before rather than the one above and before', 4, 13, 10, 4],
    ['the one above rather than the one above and before', 13, 4, 10, 4],
    ['the one before all the same', 7, 7, 7, 7],
  ])('take the byte that Paeth finds nearest: %s', (_name, left, up, corner, nearest) => {
    const rows = [
      [0, corner, up],
      [4, (left - corner) & 255, 0],
    ];
    expect(decode(pack(rows, { Predictor: 15, Columns: 2 }))).toEqual([corner, up, left, nearest]);
  });

  test('are read from number 10, with one byte in a row and eight bits in a byte if nothing else is said', () => {
    const rows = [
      [0, 5],
      [2, 6],
      [1, 7],
    ];
    expect(decode(pack(rows, { Predictor: 10 }))).toEqual([5, 11, 7]);
    expect(decode(pack([[1, 1, 2, 3]], { Predictor: 10, Columns: 3 }))).toEqual([1, 3, 6]);
  });

  test('take the byte above finds it as near as the one before that', () => {
    const rows = [
      [0, 10, 8],
      [4, 1, 5],
    ];
    expect(decode(pack(rows, { Predictor: 15, Columns: 2 }))).toEqual([10, 8, 11, 13]);
  });

  test('add bytes beyond 255', () => {
    const rows = [
      [1, 200, 100],
      [2, 100, 1],
    ];
    expect(decode(pack(rows, { Predictor: 12, Columns: 2 }))).toEqual([200, 44, 44, 45]);
  });

  test('have a last row that ends early', () => {
    expect(
      decode(
        pack(
          [
            [0, 1, 2],
            [0, 3],
          ],
          { Predictor: 15, Columns: 2 },
        ),
      ),
    ).toEqual([1, 2, 3, 0]);
  });

  test('count bits, with steps of whole bytes', () => {
    const rows = [[1, 1, 1]];
    expect(decode(pack(rows, { Predictor: 15, Colors: 1, BitsPerComponent: 4, Columns: 3 }))).toEqual([1, 2]);
  });

  test('read rows of a megabyte, and no wider ones', () => {
    const widest = { Predictor: 15, Columns: 1 << 20 };
    expect(decodeStream(pack([[0, 7]], widest), { bytes: 100 })).toHaveLength(1 << 20);
    expect(() => decode(pack([[0, 7]], { ...widest, Columns: (1 << 20) + 1 }))).toThrow(PdfDamage);
  });

  test.each<[string, Record<string, number>]>([
    ['TIFF predictor 2', { Predictor: 2, Columns: 2 }],
    ['predictor 9', { Predictor: 9, Columns: 2 }],
    ['no columns', { Predictor: 15, Columns: 0 }],
    ['columns below zero', { Predictor: 15, Columns: -1 }],
    ['steps that are wider than a row', { Predictor: 15, Colors: 4, BitsPerComponent: 16, Columns: 0.5 }],
  ])('refuse %s', (_name, parameters) => {
    expect(() => decode(pack([[0, 1, 2]], parameters))).toThrow(PdfDamage);
  });

  test('refuse an unknown filter of a row', () => {
    expect(() => decode(pack([[5, 1, 2]], { Predictor: 15, Columns: 2 }))).toThrow('an unknown PNG filter');
  });

  test('change nothing without a predictor', () => {
    expect(decode(pack([[5, 1, 2]], { Predictor: 1 }))).toEqual([5, 1, 2]);
  });
});

describe('the budget of bytes', () => {
  const zeros = pack([Array(1000).fill(0)], { Predictor: 1 });

  test('is what all streams unfold to', () => {
    const budget = { bytes: 2500 };
    expect(decodeStream(zeros, budget)).toHaveLength(1000);
    expect(budget.bytes).toBe(1500);
    decodeStream(zeros, budget);
    expect(() => decodeStream(zeros, budget)).toThrow(PdfDamage);
  });

  test('may be used up to its last byte, and then unfolds nothing more', () => {
    const budget = { bytes: 1000 };
    expect(decodeStream(zeros, budget)).toHaveLength(1000);
    expect(() => decodeStream(zeros, budget)).toThrow('the streams unfold to too much');
  });
});

describe('the content of a page', () => {
  const stream = (text: string) => new PdfStream(buildDict({}), Buffer.from(text));
  const packed = (text: string) => new PdfStream(buildDict({ Filter: 'FlateDecode' }), deflateSync(text));

  test('has white space between its streams, which may end in the middle of a line', () => {
    const content = decodeContents([packed('q 1 0 0 1'), stream('10 10 cm'), packed('Q')], { bytes: 100 });
    expect(content.toString().trim().split(/\s+/)).toEqual(['q', '1', '0', '0', '1', '10', '10', 'cm', 'Q']);
  });

  test('is that of the only stream, and empty without one', () => {
    expect(decodeContents([packed('q Q')], { bytes: 100 }).toString()).toBe('q Q');
    expect(decodeContents([], { bytes: 100 })).toHaveLength(0);
  });

  test('counts all of its streams against one budget', () => {
    expect(() => decodeContents([packed('a'.repeat(60)), packed('b'.repeat(60))], { bytes: 100 })).toThrow(PdfDamage);
  });
});
