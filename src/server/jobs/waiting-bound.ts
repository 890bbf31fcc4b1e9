import type { WaitingJobs } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';

/** How many renders in the background may wait, and how many megabytes their requests may have. */
export interface WaitingLimits {
  /** Of one account. Default 10,000. */
  account?: number | undefined;
  /** Of all together. Default 100,000. */
  all?: number | undefined;
  /** Megabytes of one account. Default 2,000. */
  accountMb?: number | undefined;
  /** Megabytes of all together. Default 16,000. */
  allMb?: number | undefined;
}

/** What the bound looks at. */
interface WaitingBoundEdges {
  limits?: WaitingLimits | undefined;
  /** What of each account waits, over all services. */
  countQueued(): Promise<ReadonlyMap<string, WaitingJobs>>;
  /** Milliseconds from any start. */
  clock: () => number;
}

const none: WaitingJobs = { count: 0, bytes: 0 };

/** Bytes of a megabyte. */
const mb = 1_000_000;
/** Milliseconds for which a count holds at least: what others submit meanwhile may go beyond the bound. */
const freshMs = 1_000;
/** For how many times as long as counting took a count holds: a long queue takes a twentieth of the time at most. */
const freshTimes = 20;
/** Milliseconds after which to try again: one that ends makes room. */
const retryAfterMs = 5_000;

/**
 * Admits one more render of an account, whose request has this many bytes. Throws `rate_limited` if the account has as many as it
 * may, and `queue_full` if all have together. The result is for one that does not wait after all: it counts no more.
 */
type AdmitWaiting = (account: string, bytes: number) => Promise<() => void>;

/** Opens the bound on renders that wait. */
export function boundWaiting({ limits = {}, countQueued, clock }: WaitingBoundEdges): AdmitWaiting {
  const { account = 10_000, all = 100_000, accountMb = 2_000, allMb = 16_000 } = limits;
  let counts = new Map<string, WaitingJobs>();
  let total = none;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | undefined;

  async function count(): Promise<void> {
    const start = clock();
    counts = new Map(await countQueued());
    total = [...counts.values()].reduce(add, none);
    freshUntil = clock() + Math.max(freshMs, (clock() - start) * freshTimes);
  }

  function note(name: string, change: WaitingJobs): void {
    counts.set(name, add(counts.get(name) ?? none, change));
    total = add(total, change);
  }

  return async (name, bytes) => {
    if (clock() >= freshUntil) {
      counting ??= count().finally(() => {
        counting = undefined;
      });
      await counting;
    }
    const ofAccount = findExcess(counts.get(name) ?? none, account, accountMb, ' of this account');
    if (ofAccount) throw new RequestError('rate_limited', ofAccount, { retryAfterMs });
    const ofAll = findExcess(total, all, allMb, '');
    if (ofAll) throw new RequestError('queue_full', ofAll, { retryAfterMs });
    note(name, { count: 1, bytes });
    const counted = counts;
    return () => {
      // The new count does not include it.
      if (counts === counted) note(name, { count: -1, bytes: -bytes });
    };
  };
}

/** What is too much of what waits, if anything is. */
function findExcess({ count, bytes }: WaitingJobs, limit: number, limitMb: number, whose: string): string | undefined {
  if (count >= limit) return `${count} renders${whose} wait already, and ${limit} may`;
  if (bytes < limitMb * mb) return undefined;
  return `renders${whose} with ${Math.floor(bytes / mb)} MB of requests wait already, and ${limitMb} MB may`;
}

function add(left: WaitingJobs, right: WaitingJobs): WaitingJobs {
  return { count: left.count + right.count, bytes: left.bytes + right.bytes };
}
