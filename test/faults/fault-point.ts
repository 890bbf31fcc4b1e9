/** One call of many that is made to fail: the n-th since it was set, once. */
export interface FaultPoint {
  /** Lets the call number `n`, from 1, fail; 0 lets all pass. Starts to count afresh. */
  set(n: number): void;
  /** Whether this call must fail. */
  isHit(): boolean;
  /** Calls since it was set. */
  readonly calls: number;
}

/** Makes a fault point that lets every call pass. */
export function buildFaultPoint(): FaultPoint {
  let at = 0;
  let calls = 0;
  return {
    set(n) {
      at = n;
      calls = 0;
    },
    isHit() {
      calls += 1;
      return calls === at;
    },
    get calls() {
      return calls;
    },
  };
}

/**
 * Runs with the first call failing, then the second, and so on, until a run makes no call that fails; gives that number.
 * After each run, `check` finds out without a fault what is left of it.
 */
export async function raiseUntilClean<T>(
  point: FaultPoint,
  run: (n: number) => Promise<T>,
  check: (n: number, result: T) => Promise<void>,
  step: number = 1,
): Promise<number> {
  for (let n = 1; ; n += step) {
    point.set(n);
    const result = await run(n);
    const { calls } = point;
    point.set(0);
    await check(n, result);
    if (calls < n) return n;
  }
}
