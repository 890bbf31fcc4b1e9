import { expect, it } from 'vitest';
import { countDays, sumUsage } from '../../../src/web/dashboard/chart/count-days.ts';

const entry = (day: string, key: string | null, renders: number) => ({
  day,
  key,
  renders,
  failures: 1,
  pages: 2,
  bytes: 9,
});

it('has every day up to today, with all keys together', () => {
  const entries = [entry('2026-02-28', 'a', 3), entry('2026-02-28', null, 4), entry('2025-01-01', 'a', 99)];
  expect(countDays(entries, 3, Date.parse('2026-03-01T00:30:00Z'))).toEqual([
    { day: '2026-02-27', renders: 0, failures: 0, pages: 0 },
    { day: '2026-02-28', renders: 7, failures: 2, pages: 4 },
    { day: '2026-03-01', renders: 0, failures: 0, pages: 0 },
  ]);
});

it('sums nothing to 0', () => {
  expect(sumUsage([])).toEqual({ renders: 0, failures: 0, pages: 0 });
});
