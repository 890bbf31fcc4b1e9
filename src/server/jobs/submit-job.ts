import type { JobQueue } from '../../jobs/index.ts';
import type { JobStore, JobTicket, NewJob, StoredJob } from '../../store/index.ts';
import { boundWaiting, type WaitingLimits } from './waiting-bound.ts';

/** Keeps a job and lets it be done. */
export type SubmitJob = (job: NewJob) => Promise<{ job: StoredJob; isNew: boolean }>;

/** What jobs are submitted with. */
interface SubmissionEdges {
  jobs(): Promise<JobStore>;
  openQueue(): Promise<JobQueue>;
  /** Throws `payment_required` if an account has used up its quota. Default: no account has one. */
  admitRender?: ((account: string) => Promise<void> | undefined) | undefined;
  /** How many may wait. */
  limits: WaitingLimits | undefined;
  /** Called with tickets that could not be pushed yet. */
  onFailure(error: unknown): void;
  /** Milliseconds from any start. */
  clock: () => number;
  /** Aborted when the service ends. */
  signal: AbortSignal;
}

/** Opens submission. A job that is kept is accepted: if its ticket cannot be pushed immediately, the push is retried without the caller. */
export function openSubmission(edges: SubmissionEdges): SubmitJob {
  const { jobs, openQueue, admitRender, limits, onFailure, clock, signal } = edges;
  const admit = boundWaiting({ limits, countQueued: async () => (await jobs()).countQueued(), clock });

  async function push(queue: JobQueue, ticket: JobTicket): Promise<void> {
    try {
      await queue.push(ticket);
    } catch (error) {
      onFailure(error);
      const { keepTrying } = await import('../../jobs/index.ts');
      void keepTrying(
        () => queue.push(ticket),
        () => true,
        signal,
      ).catch(onFailure);
    }
  }

  return async (job) => {
    const [kept, queue] = [await jobs(), await openQueue()];
    let uncount: () => void;
    try {
      await admitRender?.(job.account);
      uncount = await admit(job.account, Buffer.byteLength(job.request));
    } catch (refusal) {
      const repeated = await kept.findRepeated(job);
      if (repeated) return { job: repeated, isNew: false };
      throw refusal;
    }
    let isKept = false;
    try {
      const { ticket, ...made } = await kept.create(job);
      isKept = made.isNew;
      if (ticket) await push(queue, ticket);
      return made;
    } finally {
      if (!isKept) uncount();
    }
  };
}
