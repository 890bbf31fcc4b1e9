import { setTimeout as pause } from 'node:timers/promises';
import type { JobStore } from '../../store/index.ts';

/** Milliseconds for which a count holds. */
const freshMs = 2_000;
/** Milliseconds for the answer of the database. */
const answerMs = 1_000;

/** What is counted, and when. */
interface WorkerCountEdges {
  jobs(): Promise<Pick<JobStore, 'countWorkers'>>;
  /** Milliseconds from any start. */
  clock: () => number;
}

/**
 * Counts the services on the database that do background renders. Undefined if it does not answer: then nothing is said of them.
 */
export function countWorkersOf({ jobs, clock }: WorkerCountEdges): () => Promise<number | undefined> {
  let counted: { workers: Promise<number | undefined>; at: number } | undefined;

  async function ask(): Promise<number> {
    const [kept, { presenceTimes }] = await Promise.all([jobs(), import('../../jobs/index.ts')]);
    return kept.countWorkers(presenceTimes.lostMs);
  }

  /** Readiness has it even while the database does not answer. */
  function count(): Promise<number | undefined> {
    const answer = ask().catch(() => undefined);
    return Promise.race([answer, pause(answerMs, undefined, { ref: false })]);
  }

  return () => {
    if (!counted || clock() - counted.at >= freshMs) {
      counted = { workers: count(), at: clock() };
    }
    return counted.workers;
  };
}
