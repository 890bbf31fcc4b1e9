import { expect, it } from 'vitest';
import { readRetryAfter } from '../../../src/jobs/webhooks/retry-after.ts';

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
