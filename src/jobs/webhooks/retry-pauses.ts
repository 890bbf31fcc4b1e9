import type { OutsideOutcome } from '../../engine/index.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds for which an event is sent again. */
export const longestMs = 24 * hour;

/** Milliseconds after each attempt that failed; a day in all, and then it is given up. */
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 3 * hour, 6 * hour, 12 * hour];

/** What a pause depends on, besides the number of the attempt. */
interface PauseEdges {
  /** From 0 to 1. */
  random: () => number;
  /** Milliseconds that the receiver asks for. Default none. */
  requestedMs?: number | undefined;
  /** Milliseconds that are left of the day. */
  leftMs: number;
}

/**
 * Milliseconds after attempt number `attempt` that failed, spread by a tenth, so that what failed together does not come back
 * together; longer if the receiver asks for it, within the day. Null once it is given up.
 */
export function pauseAfter(attempt: number, { random, requestedMs = 0, leftMs }: PauseEdges): number | null {
  const pause = pauses[attempt - 1];
  if (pause === undefined) return null;
  const spread = 0.9 + 0.2 * random();
  return Math.round(Math.max(pause * spread, Math.min(requestedMs * Math.max(1, spread), leftMs)));
}

/**
 * Milliseconds after which a receiver that answered 429 or 503 wants to be asked again: seconds or a date (RFC 9110, section 10.2.3).
 * Undefined if it says nothing that can be read.
 */
export function readRetryAfter(
  { status, headers }: Extract<OutsideOutcome, { status: number }>,
  now: Date,
): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined || (status !== 429 && status !== 503)) return undefined;
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return ms > 0 ? ms : undefined;
}
