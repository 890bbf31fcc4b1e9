import { expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../../src/cli/settings/duration.ts';

it('reads a number with its unit', () => {
  const read = ['500ms', '30s', '1.5m', '2h', '90d', ' 5s '].map(parseDuration);
  expect(read).toEqual([500, 30_000, 90_000, 7_200_000, 7_776_000_000, 5000]);
});

it('reads what is longer than any limit, so that the limit can be reported', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(['999999999d', `${'9'.repeat(400)}d`].map(parseDuration)).toEqual([most, most]);
});

it('refuses all else', () => {
  for (const text of ['', '30', 's', '-1s', '1e3s', '5 s', '5sec', '5S', '1h30m', 'Infinitys', '0x10s']) {
    expect([text, parseDuration(text)]).toEqual([text, undefined]);
  }
});

it('writes what it reads', () => {
  for (const ms of [1, 500, 1000, 1500, 60_000, 90_000, 3_600_000, 86_400_000]) {
    expect(parseDuration(formatDuration(ms))).toBe(ms);
  }
});
