import { setTimeout } from 'node:timers/promises';

/** Milliseconds: the first pause, the longest, and for how long to try. */
const pauses = { firstMs: 100, longestMs: 2_000, allMs: 60_000 };

/**
 * Does again what failed because something was away for a moment, for a minute at most. Throws the last failure, and one that
 * `passes` does not take for such a moment at once.
 */
export async function keepTrying<T>(
  work: () => Promise<T>,
  passes: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  const end = performance.now() + pauses.allMs;
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(pauseMs * 2, pauses.longestMs)) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || performance.now() + pauseMs > end || signal?.aborted) throw error;
      await setTimeout(pauseMs, undefined, signal ? { signal } : {}).catch(() => {
        throw error;
      });
    }
  }
}

/** Whether a failure is one of the database or of the store of results that may be over in a moment. */
export function isAway(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'store_unavailable' || code === 'results_unavailable' || code === 'storage_full';
}
