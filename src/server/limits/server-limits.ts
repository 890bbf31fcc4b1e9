import { readFileSync } from 'node:fs';
import type { Rate } from './token-buckets.ts';

/** What the service allows, so that no caller takes it from the others. */
export interface ServerLimits {
  /** Requests with one key. */
  requestsPerKey: Rate;
  /** Requests without a valid key from one address; beyond, they get 429 instead of 401. A valid key always passes. */
  failuresPerAddress: Rate;
  /** Bytes of the bodies of all renders together, from the start of receiving to the answer. */
  bodyBytes: number;
  /** Open connections. */
  connections: number;
  /** Milliseconds in which the headers of a request must arrive. */
  headersMs: number;
  /** Milliseconds in which a whole request must arrive. */
  requestMs: number;
  /** Milliseconds for which no byte of a connection may arrive or be taken: more than the longest render is silent. */
  silenceMs: number;
  /** Milliseconds for which a render with an idempotency key is kept for repeats. */
  replayMs: number;
  /** Bytes of the renders that are kept so. */
  replayBytes: number;
  /** Milliseconds for a readiness check. */
  readyMs: number;
}

/** The limits unless set otherwise. */
export const defaultServerLimits: ServerLimits = {
  requestsPerKey: { perSecond: 100, burst: 500 },
  failuresPerAddress: { perSecond: 1, burst: 60 },
  bodyBytes: 512 * 1024 * 1024,
  connections: 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  silenceMs: 15 * 60_000,
  replayMs: 15 * 60_000,
  replayBytes: 200 * 1024 * 1024,
  readyMs: 5000,
};

/** The most files and connections that this process may have open. Undefined without proc(5), and if there is no limit. */
export function readFileLimit(read = () => readFileSync('/proc/self/limits', 'utf8')): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(read())?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/**
 * How many connections a service takes, half of the files at most: the other half is for pages, the store and the browser. If there are
 * no files left, Linux closes connections that no program sees.
 */
export function boundConnections(wanted: number, files: number | undefined): number {
  return files === undefined ? wanted : Math.max(1, Math.min(wanted, Math.floor(files / 2)));
}
