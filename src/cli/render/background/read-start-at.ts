import { limits } from '../../../contract/index.ts';
import { readDuration } from '../../command/flag-values.ts';
import { CommandError } from '../../output/command-error.ts';
import { parseDuration } from '../../settings/duration.ts';

/**
 * When a render may begin, in ISO 8601: a date with a time, a time of day, which is the next one on this machine's clock, or how long
 * from `now`, in milliseconds since 1970. Throws `usage`.
 */
export function readStartAt(text: string, now: number): string {
  if (parseDuration(text) !== undefined) {
    return new Date(now + readDuration('--start-at', text, 0, limits.startAheadSeconds * 1000)).toISOString();
  }
  const time = readTimeOfDay(text, now) ?? readDate(text);
  if (time !== undefined) return new Date(time).toISOString();
  throw new CommandError('usage', `--start-at ${JSON.stringify(text)} is not a time`, {
    fix: 'write 2026-12-01T22:00Z, without Z for the time of this machine, 22:00, or 2h for two hours from now',
  });
}

function readTimeOfDay(text: string, now: number): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const time = new Date(now);
  time.setHours(Number(hour), Number(minute), 0, 0);
  if (time.getTime() < now) time.setDate(time.getDate() + 1);
  return time.getTime();
}

function readDate(text: string): number | undefined {
  const form = /^(\d{4})-(\d\d)-(\d\d)[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!form) return undefined;
  const [year, month, day] = form.slice(1, 4).map(Number) as [number, number, number];
  const time = Date.parse(text);
  // Of February 31 it would make March 3.
  return Number.isNaN(time) || day > new Date(Date.UTC(year, month, 0)).getUTCDate() ? undefined : time;
}
