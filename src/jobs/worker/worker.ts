import type { RenderProgress } from '../../contract/index.ts';
import type { ClaimedTicket, JobStore, StoredJob } from '../../store/index.ts';
import { type JobQueue, queueTimes } from '../queue/job-queue.ts';
import { type AttemptJob, type JobOutcome, lostOutcome } from './job-outcome.ts';
import { isAway, keepTrying } from './keep-trying.ts';

/** Does jobs, as many at once as there is room for. */
export interface Worker {
  /** Breaks off a job that was cancelled, if it runs here. */
  cancel(id: string): void;
  /** Begins nothing more, lets what runs end within `graceMs` milliseconds, and gives back the rest. */
  drain(graceMs: number): Promise<void>;
  /** Gives back what runs, and ends. */
  close(): Promise<void>;
}

/** What a worker works with. */
export interface WorkerEdges {
  jobs: Pick<JobStore, 'take' | 'noteProgress' | 'end' | 'giveBack'>;
  queue: JobQueue;
  attempt: AttemptJob;
  /** How many renders could begin now, if this worker has this many under way, and this many of these are not printed yet. */
  countFree(underWay: number, unprinted: number): number;
  /** Called with each end that is recorded. */
  onEnded(job: StoredJob): void;
  /** Called with failures that keep jobs waiting. */
  onFailure(error: unknown): void;
}

/** A job that runs here. */
interface Running {
  ticket: ClaimedTicket;
  /** The job's id, once it is known. */
  id: string | undefined;
  stop: AbortController;
  progress: RenderProgress | null;
  /** Whether the progress was noted. */
  isNoted: boolean;
  ended: Promise<void>;
}

/** Milliseconds between two looks for room, while something waits for it; and after it was refused. */
const pauses = { roomMs: 20, refusedMs: 250 };
/** Jobs at once whose PDFs are printed and still being kept, for each that may be printed: a slow store must not pile them up. */
const keptAtOnce = 3;

/** Opens a worker, which looks for jobs from now on. */
export function openWorker(edges: WorkerEdges): Worker {
  const { jobs, queue, attempt, countFree, onEnded, onFailure } = edges;
  const running = new Map<string, Running>();
  let isClaiming = false;
  /** Whether tickets may wait: the last look has left some, or new ones were announced since. */
  let mayWait = false;
  let isDraining = false;
  let notBefore = 0;
  let roomTimer: NodeJS.Timeout | undefined;

  function countRoom(): number {
    if (isDraining || performance.now() < notBefore) return 0;
    const unprinted = [...running.values()].filter((job) => !isPrinted(job.progress)).length;
    const free = countFree(running.size, unprinted);
    return Math.min(free, (free + unprinted) * (1 + keptAtOnce) - running.size);
  }

  /** Claims what there is room for, until nothing waits or no room is left. */
  async function claim(): Promise<void> {
    if (isClaiming) return;
    isClaiming = true;
    try {
      while (mayWait) {
        const room = countRoom();
        if (room <= 0) {
          // Renders of other callers may hold the slots, and their end is not announced.
          if (!isDraining) roomTimer ??= setTimeout(lookForRoom, pauses.roomMs).unref();
          break;
        }
        mayWait = false;
        const tickets = await queue.claim(room);
        for (const ticket of tickets) start(ticket);
        if (tickets.length === room) mayWait = true;
      }
    } catch (error) {
      onFailure(error);
    } finally {
      isClaiming = false;
    }
  }

  /** Looks for tickets, because some may have come. */
  function look(): void {
    mayWait = true;
    void claim();
  }

  function lookForRoom(): void {
    roomTimer = undefined;
    void claim();
  }

  function start(ticket: ClaimedTicket): void {
    const job: Running = {
      ticket,
      id: undefined,
      stop: new AbortController(),
      progress: null,
      isNoted: true,
      ended: Promise.resolve(),
    };
    running.set(ticket.id, job);
    job.ended = work(job)
      .catch(onFailure)
      .finally(() => {
        running.delete(ticket.id);
        void claim();
      });
  }

  async function work(job: Running): Promise<void> {
    const { ticket, stop } = job;
    const taken = await jobs.take(ticket).catch(async (error: unknown) => {
      notBefore = performance.now() + pauses.refusedMs;
      await queue.giveBack(ticket.id);
      throw error;
    });
    if (taken === undefined) return finish(ticket);
    const { id } = taken.job;
    job.id = id;
    const onProgress = (progress: RenderProgress) => {
      job.progress = progress;
      job.isNoted = false;
      if (isPrinted(progress)) void claim();
    };
    const jobEdges = { signal: stop.signal, onProgress, openSecrets: taken.openSecrets };
    const outcome = await (taken.request === undefined
      ? lostOutcome
      : attempt(taken.job, taken.request, jobEdges).catch((error: unknown): JobOutcome => {
          if (!stop.signal.aborted) onFailure(error);
          return 'not_now';
        }));
    // A printed job that cannot be recorded any more is rendered again.
    if (outcome === 'not_now') return giveBack(job, id);
    const ended = await keepTrying(() => jobs.end(id, { ...outcome.end, progress: job.progress }), isAway, stop.signal);
    await outcome.settle(ended);
    if (ended) onEnded(ended);
    finish(ticket);
  }

  /** Only closing the queue waits for it. */
  function finish({ id }: ClaimedTicket): void {
    void queue.finish(id).catch(onFailure);
  }

  async function giveBack({ ticket, stop }: Running, id: string): Promise<void> {
    if (!stop.signal.aborted) notBefore = performance.now() + pauses.refusedMs;
    // A job that was cancelled is not running any more: its ticket then leads to the next one, or to nothing.
    await jobs.giveBack(id, ticket.id);
    await queue.giveBack(ticket.id);
  }

  /** Says that what runs here lives, notes how far it is, and breaks off what was cancelled. */
  async function tend(): Promise<void> {
    const all = [...running.values()];
    if (all.length === 0) return;
    await queue.keepAlive(all.map(({ ticket }) => ticket.id));
    const progress = new Map<string, RenderProgress | null>();
    for (const job of all) {
      if (job.id === undefined || job.stop.signal.aborted) continue;
      progress.set(job.id, job.isNoted ? null : job.progress);
      job.isNoted = true;
    }
    if (progress.size === 0) return;
    for (const id of await jobs.noteProgress(progress)) cancel(id);
  }

  function cancel(id: string): void {
    for (const job of running.values()) if (job.id === id) job.stop.abort();
  }

  const tending = setInterval(() => void tend().catch(onFailure), queueTimes.aliveMs).unref();
  const looking = setInterval(look, queueTimes.lookMs).unref();
  queue.onWork(look);
  look();

  const allEnded = () => Promise.all([...running.values()].map(({ ended }) => ended));

  async function drain(graceMs: number): Promise<void> {
    isDraining = true;
    clearInterval(looking);
    clearTimeout(roomTimer);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    await Promise.race([allEnded(), late]);
    clearTimeout(timer);
    for (const { stop } of running.values()) stop.abort();
    await allEnded();
  }

  return {
    cancel,
    drain,
    async close() {
      await drain(0);
      clearInterval(tending);
    },
  };
}

/** Whether all that is left to do needs no slot of the engine. */
function isPrinted(progress: RenderProgress | null): boolean {
  return progress !== null && progress.parts_done >= progress.parts;
}
