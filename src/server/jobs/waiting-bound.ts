import { RequestError } from '../answers/problems.ts';

/** How many renders in the background may wait. */
export interface WaitingLimits {
  /** Of one account. Default 10,000. */
  account?: number | undefined;
  /** Of all together. Default 100,000. */
  all?: number | undefined;
}

/** What the bound looks at. */
interface WaitingBoundEdges {
  limits?: WaitingLimits | undefined;
  /** How many of each account wait, over all services. */
  countQueued(): Promise<ReadonlyMap<string, number>>;
  /** Milliseconds from any start. */
  clock: () => number;
}

const defaults = { account: 10_000, all: 100_000 };
/** Milliseconds for which a count holds: what others submit meanwhile may go beyond the bound. */
const freshMs = 1_000;
/** Milliseconds after which to try again: one that ends makes room. */
const retryAfterMs = 5_000;

/**
 * Opens the bound on renders that wait. The result admits one more of an account: it throws `rate_limited` where the account has as
 * many as it may, and `queue_full` where all have together.
 */
export function boundWaiting({
  limits = {},
  countQueued,
  clock,
}: WaitingBoundEdges): (account: string) => Promise<void> {
  const { account: accountLimit = defaults.account, all: allLimit = defaults.all } = limits;
  let counts = new Map<string, number>();
  let total = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | undefined;

  async function count(): Promise<void> {
    counts = new Map(await countQueued());
    total = [...counts.values()].reduce((sum, one) => sum + one, 0);
    countedAt = clock();
  }

  return async (account) => {
    if (clock() - countedAt >= freshMs) {
      counting ??= count().finally(() => {
        counting = undefined;
      });
      await counting;
    }
    const mine = counts.get(account) ?? 0;
    if (mine >= accountLimit) {
      const detail = `${mine} renders of this account wait already, and ${accountLimit} may`;
      throw new RequestError('rate_limited', detail, { retryAfterMs });
    }
    if (total >= allLimit) {
      const detail = `${total} renders wait already, and ${allLimit} may`;
      throw new RequestError('queue_full', detail, { retryAfterMs });
    }
    counts.set(account, mine + 1);
    total += 1;
  };
}
