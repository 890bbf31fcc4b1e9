import { describe, expect, it } from 'vitest';
import { buildSharedBuckets } from '../../../src/server/limits/shared-buckets.ts';
import { buildTokenBuckets } from '../../../src/server/limits/token-buckets.ts';
import type { RateStore } from '../../../src/store/index.ts';

const rate = { perSecond: 1, burst: 200 };

function open(take: RateStore['take']) {
  const clock = { time: 0 };
  const now = () => clock.time;
  const asked: number[] = [];
  const rates = {
    take: (name: string, tokens: number) => {
      asked.push(tokens);
      return take(name, tokens, rate);
    },
    sweep: async () => undefined,
  };
  const local = buildTokenBuckets(rate, now);
  const buckets = buildSharedBuckets({ local, openRates: async () => rates, rate, clock: now });
  return { buckets, clock, asked };
}

describe('a bucket that services share', () => {
  it('takes tokens in batches, once for all who wait for the same', async () => {
    const { buckets, asked } = open(async () => 0);
    await Promise.all(Array.from({ length: 9 }, () => buckets.take('key')));
    expect(asked).toEqual([4, 4, 4]);
  });

  it('forgets after a second what it did not use', async () => {
    const { buckets, clock, asked } = open(async () => 0);
    await buckets.take('key');
    clock.time += 999;
    await buckets.take('key');
    expect(asked).toEqual([4]);
    clock.time += 1;
    await buckets.take('key');
    expect(asked).toEqual([4, 4]);
  });

  it('takes a single token where there are few, and says how long to wait where there is none', async () => {
    const few = open(async (_name, tokens) => (tokens === 1 ? 0 : 3000));
    expect(await few.buckets.take('key')).toBe(0);
    expect(few.asked).toEqual([4, 1]);
    expect(await few.buckets.take('key')).toBe(0);
    expect(few.asked).toEqual([4, 1, 4, 1]);
    const none = open(async () => 700);
    expect(await none.buckets.take('key')).toBe(700);
  });

  it('holds to the rate by itself while the database cannot be asked', async () => {
    const { buckets } = open(() => Promise.reject(new Error('away')));
    const waits = [];
    for (let request = 0; request < 201; request += 1) waits.push(await buckets.take('key'));
    expect(waits).toEqual([...Array(200).fill(0), 1000]);
  });
});
