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

/** Whether the service can do its work. With `storage_full` it renders, but stores nothing. */
type Readiness = 'ready' | 'not_ready' | 'storage_full';

/** Whether the service can do its work, looked at on demand. */
export interface ReadinessCheck {
  /** Looks, unless it did so a moment ago. Never rejects; simultaneous callers share a look. */
  look(): Promise<Readiness>;
  /** What the last look found; `not_ready` before the first. */
  readonly last: Readiness;
}

/** Makes such a check. */
export function buildReadiness({ checks, timeoutMs, clock }: ReadinessEdges): ReadinessCheck {
  let last: { readiness: Readiness; until: number } | undefined;
  let running: Promise<Readiness> | undefined;

  async function run(): Promise<Readiness> {
    const { promise: late, resolve } = Promise.withResolvers<Readiness>();
    const timer = setTimeout(() => resolve('not_ready'), timeoutMs);
    const all = Promise.all(checks.map(async (check) => check())).then(
      () => 'ready' as const,
      (error: { code?: unknown } | null) => (error?.code === 'storage_full' ? 'storage_full' : 'not_ready'),
    );
    const readiness = await Promise.race([all, late]);
    clearTimeout(timer);
    last = { readiness, until: clock() + (readiness === 'ready' ? keptMs.ready : keptMs.failed) };
    return readiness;
  }

  return {
    async look() {
      if (last && clock() < last.until) return last.readiness;
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    get last() {
      return last?.readiness ?? 'not_ready';
    },
  };
}
