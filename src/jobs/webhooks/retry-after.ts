import type { OutsideOutcome } from '../../engine/index.ts';

/**
 * Milliseconds after which a receiver that answered 429 or 503 wants to be asked again: seconds or a date (RFC 9110, section 10.2.3).
 * Undefined where it says nothing that can be read.
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
