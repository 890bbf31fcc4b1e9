import { setTimeout } from 'node:timers/promises';
import type { Store } from '../store/index.ts';
import type { Log } from './observe/log.ts';

/** How long to wait for a database, and where to report it. */
interface WaitEdges {
  /** Milliseconds; 0 tries once. */
  waitMs: number;
  /** Ends the wait. */
  signal: AbortSignal | undefined;
  log: Log;
}

/** Milliseconds between two tries. */
const pauseMs = 500;

/** Opens a store; one whose database does not answer yet is tried again until the time is over. Throws what the last try threw. */
export async function waitForStore(open: () => Promise<Store>, { waitMs, signal, log }: WaitEdges): Promise<Store> {
  const end = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      const isAway = (error as { code?: string }).code === 'store_unavailable';
      if (!isAway || performance.now() + pauseMs >= end || signal?.aborted) throw error;
      if (isFirst) log.write('warn', 'waiting_for_store', { wait_ms: waitMs, reason: (error as Error).message });
      await setTimeout(pauseMs, undefined, signal ? { signal } : {}).catch(() => {
        throw error;
      });
    }
  }
}
