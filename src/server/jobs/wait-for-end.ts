import type { StoredJob } from '../../store/index.ts';
import type { Background } from './background.ts';
import { isAtEnd } from './describe-render.ts';

/** Milliseconds between two looks at a job that another service may do: at first, and at most. */
const pauses = { firstMs: 100, longestMs: 1_000 };

/** What a wait ends by. */
interface WaitEdges {
  background: Pick<Background, 'onEnd'>;
  ms: number;
  /** Reads the job again. */
  read(): Promise<StoredJob>;
  /** Whether the service will end. */
  isEnding(): boolean;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
}

/** The job once it has ended, or as it is when the time is over. */
export async function waitForEnd(job: StoredJob, edges: WaitEdges): Promise<StoredJob> {
  const { background, ms, read, isEnding, signal } = edges;
  const end = performance.now() + ms;
  let latest = job;
  let wake = () => {};
  const stopListening = background.onEnd(job.id, (ended) => {
    latest = ended;
    wake();
  });
  try {
    for (let pauseMs = pauses.firstMs; !isAtEnd(latest); pauseMs = Math.min(pauseMs * 1.5, pauses.longestMs)) {
      const left = end - performance.now();
      if (left <= 0 || isEnding() || signal.aborted) break;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.min(pauseMs, left));
      wake = resolve;
      signal.addEventListener('abort', wake, { once: true });
      await promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      if (isAtEnd(latest)) break;
      const found = await read();
      // It may have ended here while it was read.
      if (!isAtEnd(latest)) latest = found;
    }
    return latest;
  } finally {
    stopListening();
  }
}
