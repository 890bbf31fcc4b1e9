import { setTimeout as sleep } from 'node:timers/promises';

/** The number of jobs that run at once: fewer after the service refused a request, more again while it answers. */
export interface AdaptiveLimit {
  /** Waits for a free slot. Throws the reason of `signal`. A single caller at a time. */
  acquire(signal: AbortSignal): Promise<void>;
  /** Frees a slot. */
  release(): void;
  /** Call after a request that succeeded in `ms` milliseconds. */
  speedUp(ms: number): void;
  /** Call after the service refused a request that was sent at `sentAt` and asked for `waitMs` of rest. */
  slowDown(sentAt: number, waitMs: number): void;
  /** The current limit; below 1, the share of the time in which a job runs. */
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
/** The longest pause for new jobs after an answer, in milliseconds. */
const longestPause = 60_000;

/**
 * Starts with `highest` and never exceeds it. A refusal halves the limit, unless the request was sent before the last halving.
 * Growth is so slow that fewer than one request in ten is refused: more than a batch's retries make up for.
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
