/** What a readiness check looks at. */
export interface ReadinessEdges {
  /** The checks, all of which must succeed. */
  checks: (() => Promise<unknown>)[];
  /** Milliseconds for all of them together. */
  timeoutMs: number;
  /** Milliseconds, from any start. */
  clock: () => number;
}

/** Milliseconds for which the outcome of a check is good: a probe a second must not print a page a second. */
const goodFor = { ready: 5000, failed: 1000 };

/** Makes a check that answers whether the service can do its work. Callers at the same time share one run. */
export function buildReadiness({ checks, timeoutMs, clock }: ReadinessEdges): () => Promise<boolean> {
  let last: { ready: boolean; until: number } | undefined;
  let running: Promise<boolean> | undefined;

  async function run(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), timeoutMs);
    const all = Promise.all(checks.map(async (check) => check())).then(
      () => true,
      () => false,
    );
    const ready = await Promise.race([all, late]);
    clearTimeout(timer);
    last = { ready, until: clock() + (ready ? goodFor.ready : goodFor.failed) };
    return ready;
  }

  return async () => {
    if (last && clock() < last.until) return last.ready;
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
