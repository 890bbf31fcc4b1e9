import { describe, expect, it } from 'vitest';
import { scanObjects, scanTrailers } from '../../../src/pdf/objects/scan-objects.ts';

const scan = (text: string) => [...scanObjects(Buffer.from(text, 'latin1'))];
const trailers = (text: string) => scanTrailers(Buffer.from(text, 'latin1'), () => null);

describe('objects without a cross-reference', () => {
  it.each<[string, number, number, number]>([
    ['12 0 obj', 12, 0, 0],
    ['\n12 3 obj<<>>', 12, 3, 1],
    ['12\r\n\t 65535\f\0obj', 12, 65535, 0],
    ['12 0obj', 12, 0, 0],
    ['endobj9 0 obj', 9, 0, 6],
    ['/A 190 0 obj', 190, 0, 3],
    ['x8388607 0 obj', 8_388_607, 0, 1],
    // Ten digits at most are one number.
    ['990000000012 0 obj', 12, 0, 2],
  ])('are found in %j', (text, number, generation, offset) => {
    expect(scan(text)).toEqual([[number, { offset, generation }]]);
  });

  it.each(['', 'obj', '0 obj', ' 0 obj', '12 0 ob', '12 x obj', 'a 0 obj', '8388608 0 obj', '12:0 obj', '1 0/obj'])(
    'are not in %j',
    (text) => {
      expect(scan(text)).toEqual([]);
    },
  );

  it('count as the last of their number', () => {
    expect(scan('1 0 obj endobj 2 0 obj endobj 1 1 obj endobj')).toEqual([
      [1, { offset: 30, generation: 1 }],
      [2, { offset: 15, generation: 0 }],
    ]);
  });
});

describe('trailers without a cross-reference', () => {
  it('come from the last to the first, those that are whole', () => {
    const text = 'trailer<</A 1>> trailer <</A trailer 7 trailer\n<</A 2>>';
    expect(trailers(text)).toEqual([
      { offset: 39, trailer: new Map([['A', 2]]) },
      { offset: 0, trailer: new Map([['A', 1]]) },
    ]);
    expect(trailers('no such word')).toEqual([]);
  });

  it('are sought among the last hundred', () => {
    const broken = (count: number) => `trailer<</A 1>>${' trailer'.repeat(count)}`;
    expect(trailers(broken(99))).toHaveLength(1);
    expect(trailers(broken(100))).toEqual([]);
  });
});
