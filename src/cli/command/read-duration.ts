import { CommandError } from '../output/command-error.ts';
import { formatDuration, parseDuration } from '../settings/duration.ts';

/** The milliseconds that a flag gives as a duration, from `least` to `limit`. Throws `usage`. */
export function readDuration(flag: string, text: string, least: number, limit: number): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw refuse('is not a duration', 'write 90d or 12h');
  if (ms < least) throw refuse(`is shorter than ${formatDuration(least)}`, `write ${formatDuration(least)} or more`);
  if (ms > limit) throw refuse(`is longer than ${formatDuration(limit)}`, `write ${formatDuration(limit)} or less`);
  return ms;

  function refuse(fault: string, fix: string): CommandError {
    return new CommandError('usage', `${flag} ${JSON.stringify(text)} ${fault}`, { fix });
  }
}
