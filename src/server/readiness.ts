/** What a readiness check runs. */
interface ReadinessEdges {
  /** The checks. All of them must succeed. */
  checks: (() => Promise<unknown>)[];
  /** Milliseconds for all of them together. */
  timeoutMs: number;
  /** Milliseconds from any start. */
  clock: () => number;
}

/** Milliseconds for which an outcome is kept: a probe a second must not print a page a second. */
const keptMs = { ready: 5000, failed: 1000 };

/** Makes a check of whether the service can do its work. It never rejects; simultaneous callers share a run. */
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
    last = { ready, until: clock() + (ready ? keptMs.ready : keptMs.failed) };
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
