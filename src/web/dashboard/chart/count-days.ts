import type { UsageEntry } from '../../../contract/index.ts';

/** What happened on a day. */
export interface DayCount {
  /** In UTC, such as "2026-11-22". */
  day: string;
  renders: number;
  failures: number;
  pages: number;
}

const dayMs = 86_400_000;

/** One count for each of a number of days up to `today`, over all keys; days without renders are 0. */
export function countDays(entries: readonly UsageEntry[], count: number, today: number): DayCount[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(today - (count - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { day, ...sumUsage(entries.filter((entry) => entry.day === day)) };
  });
}

/** The sum of some entries. */
export function sumUsage(entries: readonly UsageEntry[]): { renders: number; failures: number; pages: number } {
  const sum = { renders: 0, failures: 0, pages: 0 };
  for (const { renders, failures, pages } of entries) {
    sum.renders += renders;
    sum.failures += failures;
    sum.pages += pages;
  }
  return sum;
}
