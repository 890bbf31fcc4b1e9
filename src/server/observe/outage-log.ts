import { describeForLog, type Log } from './log.ts';

/** Milliseconds between two lines about the same outage. */
const pauseMs = 1000;

/** What may be away, by the error code of the outage: the database, and the store of results. */
const outageCodes = ['store_unavailable', 'results_unavailable'];

/** Logs a failure that says what is away. Gives false for any other. */
export type OutageLog = (error: unknown) => boolean;

/**
 * Logs failures that come in numbers, such as those of a database that is away: the first immediately, then at most a line a second, with
 * how many there were since the last line. All of a service share one. `clock` gives milliseconds from any start.
 */
export function buildOutageLog(log: Log, clock: () => number): OutageLog {
  const outages = new Map(outageCodes.map((code) => [code, { failures: 0, last: Number.NEGATIVE_INFINITY }]));
  return (error) => {
    const { code } = (error ?? {}) as { code?: string };
    const outage = outages.get(code ?? '');
    if (code === undefined || outage === undefined) return false;
    outage.failures += 1;
    if (clock() - outage.last < pauseMs) return true;
    log.write('error', code, { failures: outage.failures, ...describeForLog(error, { places: false }) });
    outage.failures = 0;
    outage.last = clock();
    return true;
  };
}
