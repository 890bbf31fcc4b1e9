import { setTimeout as pause } from 'node:timers/promises';
import type { Render, Timings } from '../../contract/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { JobQueue, ResultStore, Worker } from '../../jobs/index.ts';
import type { JobCounts, JobStore, Store, StoredJob } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { describeForLog, type Log } from '../observe/log.ts';
import { buildOutageLog, type OutageLog } from '../observe/outage-log.ts';
import { traceJobs } from '../observe/trace-work.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { RenderRecorder } from '../records/render-recorder.ts';
import type { Capacity } from '../requests/admission.ts';
import { buildAttempt } from './attempt-render.ts';
import { describeRender } from './describe-render.ts';
import type { ServiceResults } from './service-results.ts';
import { openSubmission, type SubmitJob } from './submit-job.ts';
import type { WaitingLimits } from './waiting-bound.ts';
import { countWorkersOf } from './worker-count.ts';

/** What a service does with background renders: takes them, does them, or both. */
export type ServiceRole = 'web' | 'worker' | 'both';

/** Called with what happens to background renders. */
interface BackgroundObserver {
  onRendered(timings: Timings, totalMs: number): void;
  onEnded(job: StoredJob): void;
}

/** Background renders of a service. */
export interface Background {
  jobs(): Promise<JobStore>;
  results(): Promise<ResultStore>;
  submit: SubmitJob;
  /** A job as it travels, and what it waits for. */
  describe(job: StoredJob): Promise<Render>;
  /** How many services on the database do jobs; undefined if that does not answer. */
  countWorkers(): Promise<number | undefined>;
  /** Says that a job has ended otherwise than by being done. */
  noteEnd(job: StoredJob): void;
  /** Calls back when a job ends here, with what it is then. The result ends that. */
  onEnd(id: string, callBack: (ended: StoredJob) => void): () => void;
  observe(observer: Partial<BackgroundObserver>): void;
  /** Jobs over all services; undefined if the database does not say. */
  counts(): Promise<JobCounts | undefined>;
  /** Begins to do jobs, unless that is not the role. Until that succeeds, nothing else suffers from it. */
  start(): void;
  /** Begins nothing more, and lets what runs end within this many milliseconds. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

/** What background renders are made with. */
interface BackgroundEdges {
  store: Store;
  engine: Engine;
  log: Log;
  recorder: RenderRecorder | undefined;
  /** Where the spans of jobs go. */
  tracing?: Tracing | undefined;
  capacity: Capacity;
  role: ServiceRole;
  /** Jobs that are printed concurrently. Default: all slots of the engine. */
  workers?: number | undefined;
  /** How many jobs may wait. */
  waitingLimits?: WaitingLimits | undefined;
  openQueue(jobs: JobStore, use: { claims: boolean; onFailure(error: unknown): void }): Promise<JobQueue>;
  results: ServiceResults;
  /** Tells webhooks of each end that is recorded by now. Default: does nothing. */
  announce?: (() => Promise<void>) | undefined;
  clock: () => number;
  /** Logs what is away, once a second. Default: a new one. */
  noteOutage?: OutageLog | undefined;
}

/**
 * Milliseconds: while renders take less in the mean, one for each slot waits in the engine, so that a slot which becomes free is taken
 * at once. A longer one would hold up what another service could begin.
 */
const shortMs = 1_000;
/** Milliseconds after which a queue that could not be opened is opened again. */
const startAgainMs = 5_000;
/** Milliseconds that metrics wait for the number of jobs. */
const countsMs = 1_000;

/** Opens them. What they need is loaded and opened once it is asked for. */
export function openBackground(edges: BackgroundEdges): Background {
  const { store, engine, log, results, tracing, recorder, capacity, role, workers = capacity.concurrency } = edges;
  const observers: Partial<BackgroundObserver>[] = [];
  const waiting = new Map<string, Set<(ended: StoredJob) => void>>();
  let queue: Promise<JobQueue> | undefined;
  let worker: Worker | undefined;
  let stopKeeping: (() => void) | undefined;
  let endPresence: (() => Promise<void>) | undefined;
  let stopSweeping: (() => Promise<void>) | undefined;
  let isEnding = false;
  const closed = new AbortController();
  /** The mean of the last renders, in milliseconds. Nothing waits ahead before some were short. */
  let meanMs = 2 * shortMs;

  const { noteOutage = buildOutageLog(log, edges.clock) } = edges;
  const onFailure = (error: unknown, requestId?: string) => {
    if (noteOutage(error)) return;
    if (requestId === undefined) log.write('error', 'background_failed', describeForLog(error));
    else log.write('error', 'job_failed', { request_id: requestId, ...describeForLog(error) });
  };
  const jobs = () => store.jobs();
  const countWorkers = countWorkersOf({ jobs, clock: edges.clock });
  async function openQueue(): Promise<JobQueue> {
    // It would never be closed.
    if (closed.signal.aborted) throw new RequestError('shutting_down');
    queue ??= jobs()
      .then((kept) => edges.openQueue(kept, { claims: role !== 'web', onFailure }))
      .catch((error: unknown) => {
        queue = undefined;
        throw error;
      });
    return queue;
  }

  function noteEnd(job: StoredJob): void {
    if (job.status === 'cancelled') worker?.cancel(job.id);
    for (const callBack of waiting.get(job.id) ?? []) callBack(job);
    for (const { onEnded } of observers) onEnded?.(job);
  }

  /** Those that others render come first: only what they leave of the slots is for jobs. */
  function countFree(underWay: number, unprinted: number): number {
    const { running, waiting: inLine } = engine.status();
    // A job that is printed may hold its slot for a moment still.
    const others = Math.max(0, running + inLine - underWay);
    const room = Math.min(workers, capacity.concurrency - others);
    if (room <= 0) return 0;
    const ahead = meanMs < shortMs ? room : 0;
    const free = room + ahead - unprinted;
    // Several are claimed in one statement, as soon as none waits ahead.
    return free < ahead ? 0 : free;
  }

  async function work(): Promise<void> {
    const kept = await jobs();
    if (isEnding) return;
    const line = await openQueue();
    const { isAway, keepTrying, openJobKeeper, openResultSweep, openWorker, showPresence } = await import(
      '../../jobs/index.ts'
    );
    if (isEnding) return;
    const attempt = buildAttempt({
      engine,
      store,
      tracing,
      recorder,
      onFailure,
      clock: edges.clock,
      // Opened by the first job, because most services never have one.
      results: results.open,
      keepTrying: (act, signal) => keepTrying(act, isAway, signal),
      onRendered(timings, totalMs) {
        meanMs += (totalMs - timings.queue_ms - meanMs) / 5;
        for (const observer of observers) observer.onRendered?.(timings, totalMs);
      },
    });
    const traced = tracing ? traceJobs(tracing, attempt) : attempt;
    worker = openWorker({ jobs: kept, queue: line, attempt: traced, countFree, onEnded: noteEnd, onFailure });
    endPresence = showPresence(kept, onFailure);
    stopKeeping = openJobKeeper({ jobs: kept, queue: line, onFailure });
    const announcedFirst = edges.announce ? announceFirst(kept, edges.announce) : kept;
    stopSweeping = openResultSweep({
      jobs: announcedFirst,
      openResults: results.open,
      now: () => new Date(),
      onFailure,
    });
  }

  function start(): void {
    if (role === 'web' || isEnding) return;
    void work().catch((error: unknown) => {
      onFailure(error);
      setTimeout(start, startAgainMs).unref();
    });
  }

  return {
    jobs,
    results: results.open,
    submit: openSubmission({
      jobs,
      openQueue,
      limits: edges.waitingLimits,
      onFailure,
      clock: edges.clock,
      signal: closed.signal,
      admitRender: recorder?.admit,
    }),
    async describe(job) {
      const isAlone = job.status === 'queued' && role === 'web' && (await countWorkers()) === 0;
      return describeRender(job, { hasWorkers: !isAlone });
    },
    countWorkers,
    noteEnd,
    onEnd(id, callBack) {
      const all = waiting.get(id) ?? new Set();
      waiting.set(id, all.add(callBack));
      return () => {
        all.delete(callBack);
        if (all.size === 0) waiting.delete(id);
      };
    },
    observe: (observer) => void observers.push(observer),
    async counts() {
      const counts = jobs()
        .then((kept) => kept.counts())
        .catch(() => undefined);
      // Metrics are answered even if the database does not respond.
      return Promise.race([counts, pause(countsMs, undefined, { ref: false })]);
    },
    start,
    async drain(graceMs) {
      isEnding = true;
      stopKeeping?.();
      void endPresence?.();
      await worker?.drain(graceMs);
    },
    async close() {
      isEnding = true;
      closed.abort();
      stopKeeping?.();
      await endPresence?.();
      await worker?.close();
      await (await queue?.catch(() => undefined))?.close();
      await stopSweeping?.();
      await results.close();
    },
  };
}

/** The same jobs, but webhooks are notified before expired jobs are listed: a deleted job could no longer be announced. */
export function announceFirst<Jobs extends Pick<JobStore, 'listExpired'>>(
  jobs: Jobs,
  announce: () => Promise<void>,
): Jobs {
  return {
    ...jobs,
    async listExpired(limit) {
      await announce();
      return jobs.listExpired(limit);
    },
  };
}
