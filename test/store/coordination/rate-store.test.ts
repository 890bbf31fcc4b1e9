import { expect, it } from 'vitest';
import { buildRateStore } from '../../../src/store/coordination/rate-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const take = (...answers: object[][]) =>
  buildRateStore(openCannedDatabase(...answers).database, () => new Date(1_000)).take('x', 2, {
    ...{ perSecond: 4, burst: 8 },
  });

it('tokens that are there are taken at once', async () => {
  expect(await take([{ full_at: 1_500_000 }])).toBe(0);
});

it.each([
  ['half a second', 3_000_000, 500],
  ['a part of a millisecond more', 3_000_001, 501],
  ['a moment', 2_500_001, 1],
  ['no time any more', 2_500_000, 1],
])('tokens that are missing for %s say how long', async (_what, full_at, wait) => {
  expect(await take([], [{ full_at }])).toBe(wait);
});

it('a bucket that was removed meanwhile is asked again at once', async () => {
  expect(await take([], [])).toBe(1);
});
