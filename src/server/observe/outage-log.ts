import { describeForLog, type Log } from './log.ts';

/** Milliseconds between two lines about the same outage. */
const pauseMs = 1000;

/**
 * Logs failures that come in numbers, such as those of a database that is away: the first at once, then at most a line a second, with
 * how many there were since the last line. `clock` gives milliseconds from any start.
 */
export function buildOutageLog(log: Log, clock: () => number): (error: unknown) => void {
  let failures = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    failures += 1;
    if (clock() - last < pauseMs) return;
    log.write('error', 'store_unavailable', { failures, ...describeForLog(error, { places: false }) });
    failures = 0;
    last = clock();
  };
}
