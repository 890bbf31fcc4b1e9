import type { JobStore } from '../../store/index.ts';
import type { JobQueue } from '../queue/job-queue.ts';

/** Milliseconds between two looks for jobs whose date has come, and for such that have lost their ticket. */
const pauses = { dueMs: 1_000, lostMs: 5_000 };
/** A long queue takes long to count: that may take one part in this many of the time. */
const countingShare = 100;
/** Milliseconds for which a job must have waited to count as one that may have lost its ticket. */
const settledMs = 5_000;
/** Jobs of one look. */
const atOnce = 1_000;

/** What a keeper works with. */
interface KeeperEdges {
  jobs: Pick<JobStore, 'makeDue' | 'countWaiting' | 'makeTicket'>;
  queue: JobQueue;
  onFailure(error: unknown): void;
}

/**
 * Keeps jobs going: pushes those whose date has come, and a ticket for each that has lost its own, as when a process was killed
 * between keeping a job and pushing it. Any number of processes may do so; a ticket too many leads to nothing. The result ends it.
 */
export function openJobKeeper({ jobs, queue, onFailure }: KeeperEdges): () => void {
  async function pushDue(): Promise<void> {
    for (const ticket of await jobs.makeDue(atOnce)) await queue.push(ticket);
  }
  const dueTimer = setInterval(() => void pushDue().catch(onFailure), pauses.dueMs).unref();
  let isEnded = false;
  let lostTimer: NodeJS.Timeout;
  function lookForLost(pauseMs: number): void {
    lostTimer = setTimeout(async () => {
      const start = performance.now();
      await pushLost(jobs, queue).catch(onFailure);
      const tookMs = performance.now() - start;
      if (!isEnded) lookForLost(Math.max(pauses.lostMs, countingShare * tookMs));
    }, pauseMs).unref();
  }
  lookForLost(pauses.lostMs);
  return () => {
    isEnded = true;
    clearInterval(dueTimer);
    clearTimeout(lostTimer);
  };
}

/** Pushes a ticket for each job that has none. */
export async function pushLost(jobs: Pick<JobStore, 'countWaiting' | 'makeTicket'>, queue: JobQueue): Promise<void> {
  // Jobs are counted first: one that is pushed meanwhile has a ticket and does not count.
  const waiting = await jobs.countWaiting(settledMs);
  if (waiting.size === 0) return;
  const tickets = await queue.countByAccount();
  for (const [account, count] of waiting) {
    const missing = Math.min(atOnce, count - (tickets.get(account) ?? 0));
    for (let made = 0; made < missing; made += 1) await queue.push(await jobs.makeTicket(account));
  }
}
