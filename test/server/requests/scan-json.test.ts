import { describe, expect, it } from 'vitest';
import { scanJson } from '../../../src/server/requests/scan-json.ts';

const limits = { depth: 3, values: 6, names: 3 };
const nothing = { beyond: undefined, forbidden: undefined, repeated: undefined, large: false, long: false };

describe('a scan of JSON', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a" :1,"a" :2}', 'a'],
    ['{"a"\t\r\n: 1, "a"\n :2}', 'a'],
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    ['{"a":1,"b":"a","c":["a","a"]}', undefined],
    ['{"a":{"a":1},"b":{"a":1}}', undefined],
  ])('finds the key that %s has twice: %s', (text, repeated) => {
    expect(scanJson(text, limits)).toEqual({ ...nothing, repeated });
  });

  it.each([
    ['[[[1]]]', undefined],
    ['[[[[1]]]]', 'depth'],
    ['[1,2,3,4,5]', undefined],
    ['[1,2,3,4,5,6]', 'values'],
    ['{"a":1,"b":1,"c":1}', undefined],
    ['{"a":1,"b":1,"c":1,"d":1}', 'names'],
  ])('ends at the first limit that %s exceeds: %s', (text, beyond) => {
    expect(scanJson(text, limits).beyond).toBe(beyond);
  });

  it.each([
    ['{"__proto__":1}', '__proto__'],
    ['{"constructor":{"prototype":1}}', 'prototype'],
    ['{"prototype":1}', undefined],
    ['{"a":"__proto__"}', undefined],
  ])('finds the key of %s that could change a prototype: %s', (text, forbidden) => {
    expect(scanJson(text, limits).forbidden).toBe(forbidden);
  });

  it.each([
    ['999999999999999', { long: false, large: false }],
    ['9999999999999999', { long: true, large: false }],
    ['9'.repeat(300), { long: true, large: false }],
    ['9'.repeat(301), { long: true, large: true }],
    ['1e5', { long: false, large: true }],
    ['1E5', { long: false, large: true }],
    ['[true, "1e5"]', { long: false, large: false }],
  ])('tells how large the number of %s may be', (text, size) => {
    expect(scanJson(text, limits)).toEqual({ ...nothing, ...size });
  });
});
