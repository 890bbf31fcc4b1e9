/** What a readiness check runs. */
interface ReadinessEdges {
  /** The checks. All of them must succeed. */
  checks: (() => Promise<unknown>)[];
  /** Milliseconds for all of them together. */
  timeoutMs: number;
  /** Milliseconds from any start. */
  clock: () => number;
  /** Hears of each outcome that differs from the one before, and of a first that is not `ready`, with what failed. */
  onChange?: (readiness: Readiness, error: unknown) => void;
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
export function buildReadiness({ checks, timeoutMs, clock, onChange }: ReadinessEdges): ReadinessCheck {
  let last: { readiness: Readiness; until: number } | undefined;
  let running: Promise<Readiness> | undefined;

  async function run(): Promise<Readiness> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const tooLate = Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => reject(tooLate), timeoutMs);
    const all = Promise.all(checks.map(async (check) => check()));
    const { readiness, error } = await Promise.race([all, late]).then(
      () => ({ readiness: 'ready' as const, error: undefined }),
      (failure: { code?: unknown } | null) => ({ readiness: judge(failure), error: failure }),
    );
    clearTimeout(timer);
    if (readiness !== (last?.readiness ?? 'ready')) onChange?.(readiness, error);
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

function judge(failure: { code?: unknown } | null): Readiness {
  return failure?.code === 'storage_full' ? 'storage_full' : 'not_ready';
}
