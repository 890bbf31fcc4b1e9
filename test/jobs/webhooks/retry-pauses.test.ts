import { describe, expect, it } from 'vitest';
import { longestMs, pauseAfter, readRetryAfter } from '../../../src/jobs/webhooks/retry-pauses.ts';

const hour = 3_600_000;
const even = { random: () => 0.5, leftMs: 24 * hour };

describe('the pauses after attempts that failed', () => {
  it('grow, and are over after a day', () => {
    const pauses = Array.from({ length: 20 }, (_, at) => pauseAfter(at + 1, even)).filter((ms) => ms !== null);
    const [minute, seconds] = [60_000, [5_000, 30_000]];
    const hours = [1, 3, 6, 12].map((count) => count * hour);
    expect(pauses).toEqual([...seconds, 2 * minute, 10 * minute, ...hours]);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(longestMs);
    expect(longestMs).toBe(24 * hour);
    expect(pauseAfter(pauses.length + 1, even)).toBeNull();
  });

  it('are spread by a tenth', () => {
    expect([pauseAfter(1, { ...even, random: () => 0 }), pauseAfter(1, { ...even, random: () => 1 })]).toEqual([
      4_500, 5_500,
    ]);
  });

  it('are as long as the receiver asks for, within the day, and never shorter than by themselves', () => {
    expect(pauseAfter(1, { ...even, requestedMs: 120_000 })).toBe(120_000);
    expect(pauseAfter(1, { ...even, requestedMs: 1_000 })).toBe(5_000);
    expect(pauseAfter(1, { ...even, requestedMs: 900 * hour })).toBe(24 * hour);
    expect(pauseAfter(1, { ...even, requestedMs: 900 * hour, leftMs: -1 })).toBe(5_000);
    expect(pauseAfter(1, { ...even, random: () => 0, requestedMs: 120_000 })).toBe(120_000);
    expect(pauseAfter(9, { ...even, requestedMs: 120_000 })).toBeNull();
  });
});

const now = new Date('2026-01-01T00:00:00.000Z');
const ask = (status: number, text?: string) => readRetryAfter({ status, headers: { 'retry-after': text }, ms: 1 }, now);

it('is read as seconds and as a date', () => {
  expect(ask(429, '90')).toBe(90_000);
  expect(ask(503, ' 90 ')).toBe(90_000);
  expect(ask(503, 'Thu, 01 Jan 2026 00:02:00 GMT')).toBe(120_000);
});

it.each([
  [503, undefined],
  [503, ''],
  [503, 'soon'],
  [503, '-5'],
  [503, '0'],
  [503, 'Wed, 31 Dec 2025 00:00:00 GMT'],
  [500, '90'],
  [302, '90'],
])('is nothing for an answer of %s with %j', (status, text) => {
  expect(ask(status, text)).toBeUndefined();
});
