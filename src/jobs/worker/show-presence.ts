import { randomUUID } from 'node:crypto';
import type { JobStore } from '../../store/index.ts';

/** Times of workers, in milliseconds. */
export const presenceTimes = {
  /** Between two words of a worker that it is there. */
  aliveMs: 10_000,
  /** Silence until a worker counts as gone. */
  lostMs: 35_000,
};

/** Says from now on that a worker is there, until the result is called. */
export function showPresence(
  jobs: Pick<JobStore, 'noteWorker' | 'forgetWorker'>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const id = randomUUID();
  let noted = Promise.resolve();
  const note = () => {
    noted = jobs.noteWorker(id, presenceTimes.lostMs).catch(onFailure);
  };
  note();
  const timer = setInterval(note, presenceTimes.aliveMs).unref();
  return async () => {
    clearInterval(timer);
    await noted;
    // Without this word it counts as gone a little later.
    await jobs.forgetWorker(id).catch(() => undefined);
  };
}
