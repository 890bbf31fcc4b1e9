import { describe, expect, it } from 'vitest';
import { buildTokenBuckets } from '../../../src/server/limits/token-buckets.ts';

describe('a token bucket', () => {
  it('gives its burst at once, then as many as the rate', () => {
    let time = 0;
    const buckets = buildTokenBuckets({ perSecond: 2, burst: 3 }, () => time);
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 500]);
    expect(buckets.take('b')).toBe(0);
    time += 400;
    expect(buckets.take('a')).toBe(100);
    time += 100;
    expect(buckets.take('a')).toBe(0);
    expect(buckets.take('a')).toBe(500);
    time += 3_600_000;
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 500]);
  });

  it('forgets the names that were not used for longest, and no other', () => {
    const buckets = buildTokenBuckets({ perSecond: 1, burst: 1 }, () => 0);
    buckets.take('used');
    for (let name = 0; name < 20_000; name += 1) {
      buckets.take(`${name}`);
      if (name % 100 === 0) expect(buckets.take('used')).toBe(1000);
    }
    expect(buckets.take('19999')).toBe(1000);
    expect(buckets.take('0')).toBe(0);
  });
});
