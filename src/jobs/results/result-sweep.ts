import { sweepExpired, sweepOrphans } from './sweep-results.ts';

/** Milliseconds until the first sweep, and between two: of what has expired, and of what no job names. */
const pauses = {
  expired: { firstMs: 5_000, nextMs: 30_000 },
  orphans: { firstMs: 300_000, nextMs: 3_600_000 },
};

/** What sweeps work with, and where the error of a failed one is reported. */
type SweepTimers = Parameters<typeof sweepOrphans>[0] & { onFailure(error: unknown): void };

/** Sweeps from now on, until the result is called; that waits for a sweep which runs. */
export function openResultSweep({ onFailure, ...edges }: SweepTimers): () => Promise<void> {
  let isClosed = false;

  function repeat(sweep: typeof sweepOrphans, { firstMs, nextMs }: { firstMs: number; nextMs: number }) {
    let running: Promise<void> | undefined;
    let timer = setTimeout(run, firstMs).unref();
    function run(): void {
      running = sweep(edges)
        .catch(onFailure)
        .then(() => {
          if (!isClosed) timer = setTimeout(run, nextMs).unref();
        });
    }
    return () => {
      clearTimeout(timer);
      return running;
    };
  }

  const ends = [repeat(sweepExpired, pauses.expired), repeat(sweepOrphans, pauses.orphans)];
  return async () => {
    isClosed = true;
    await Promise.all(ends.map((end) => end()));
  };
}
