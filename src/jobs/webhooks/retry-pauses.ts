const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds after each attempt that failed; a day in all, and then it is given up. */
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 3 * hour, 6 * hour, 12 * hour];

/**
 * Milliseconds after attempt number `attempt` that failed, spread by a tenth, so that what failed together does not come back
 * together. Null once it is given up.
 */
export function pauseAfter(attempt: number, random: () => number): number | null {
  const pause = pauses[attempt - 1];
  return pause === undefined ? null : Math.round(pause * (0.9 + 0.2 * random()));
}
