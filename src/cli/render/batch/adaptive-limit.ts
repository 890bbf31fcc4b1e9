import { setTimeout as sleep } from 'node:timers/promises';

/** How many jobs run at once: fewer after the service asked for patience, more again while it answers. */
export interface AdaptiveLimit {
  /** Waits for a free slot and takes it. Throws the reason of `signal`. One caller at a time. */
  acquire(signal: AbortSignal): Promise<void>;
  /** Frees a slot. */
  release(): void;
  /** A request succeeded that took `ms` milliseconds. */
  speedUp(ms: number): void;
  /** The service refused a request that was sent at `sentAt`, and wants to be left alone for `waitMs`. */
  slowDown(sentAt: number, waitMs: number): void;
  /** The jobs that may run at once now; below 1, the share of the time in which one runs. */
  readonly limit: number;
}

/** The clock of a limit. */
interface LimitClock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const realClock: LimitClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

const slowest = 1 / 32;
/** The longest that new jobs wait because of one answer, in milliseconds. */
const longestPause = 60_000;

/**
 * Starts with `highest` and never goes beyond. Refusals halve the limit, those of requests sent before the last halving count
 * for nothing more. Growth is slow enough to meet a limit of the service less than once in ten requests, because that is all
 * that the retries of a batch may make up.
 */
export function createAdaptiveLimit(highest: number, clock: LimitClock = realClock): AdaptiveLimit {
  let limit = highest;
  let running = 0;
  let usualMs = 0;
  let pausedUntil = 0;
  let halvedAt = Number.NEGATIVE_INFINITY;
  let freed: (() => void) | undefined;
  return {
    get limit() {
      return limit;
    },
    async acquire(signal) {
      for (;;) {
        signal.throwIfAborted();
        const pause = pausedUntil - clock.now();
        if (running >= Math.max(1, Math.floor(limit))) await waitForSlot(signal);
        else if (pause > 0) await clock.sleep(pause, signal).catch(() => {});
        else break;
      }
      running++;
    },
    release() {
      running--;
      if (limit < 1) pause(usualMs * (1 / limit - 1));
      freed?.();
    },
    speedUp(ms) {
      usualMs = ms;
      limit = Math.min(highest, limit < 1 ? limit * 1.03 : limit + 0.25 / limit);
    },
    slowDown(sentAt, waitMs) {
      pause(waitMs);
      if (sentAt < halvedAt) return;
      halvedAt = clock.now();
      limit = Math.max(slowest, limit / 2);
    },
  };

  function pause(ms: number): void {
    pausedUntil = Math.max(pausedUntil, clock.now() + Math.min(ms, longestPause));
  }

  function waitForSlot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      freed = () => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const wake = freed;
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
