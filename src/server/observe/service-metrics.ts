import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Timings } from '../../contract/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { JobCounts, Store, StoredJob } from '../../store/index.ts';
import type { Admission } from '../requests/admission.ts';
import { buildRegistry, type Labels } from './metric-registry.ts';
import { readTreeUsage } from './process-usage.ts';

/** A request that has ended. `status` is 0 if the caller went away before the answer. */
interface EndedRequest {
  /** The route's pattern, or "none". */
  route: string;
  method: string;
  status: number;
  ms: number;
}

/** The service's own metrics. */
export interface ServiceMetrics {
  noteRequest(request: EndedRequest): void;
  /** `outcome` is "ok", an error code, or "gone" if the caller went away. */
  noteRender(outcome: string): void;
  noteTimings(timings: Timings, totalMs: number): void;
  /** A background render has ended here. */
  noteJob(job: Pick<StoredJob, 'status'>): void;
  /** The metrics as text. `jobs` are those of all services, which `workers` of them do; undefined if unknown. */
  text(jobs?: JobCounts, workers?: number): string;
  close(): void;
}

/** What the metrics are read from. */
interface Observed {
  engine: Engine;
  store: Store;
  admission: Admission;
  /** Concurrent renders. */
  slots: number;
  replayBytes: () => number;
  /** Attempts to send an event so far, by what became of it. */
  webhookAttempts: () => Record<string, number>;
  /** What the last look at readiness found. */
  isReady: () => boolean;
}

/** Bounds of the histograms, in seconds. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Starts counting. No metric and no label holds anything that a caller chose. */
export function openServiceMetrics({
  engine,
  store,
  admission,
  slots,
  replayBytes,
  webhookAttempts,
  isReady,
}: Observed): ServiceMetrics {
  const registry = buildRegistry();
  const requests = registry.counter('platen_http_requests_total', 'Answered requests.');
  const requestTimes = registry.histogram('platen_http_request_seconds', 'Duration of requests.', seconds);
  const renders = registry.counter('platen_renders_total', 'Render requests by outcome: ok, gone or an error code.');
  let jobs: JobCounts | undefined;
  let workers: number | undefined;
  const jobGauge = (name: string, help: string, look: (counts: JobCounts) => number) =>
    registry.read(name, 'gauge', help, () => (jobs ? [[{}, look(jobs)]] : []));
  jobGauge('platen_jobs_waiting', 'Background renders that are due and wait, over all services.', (all) => all.waiting);
  jobGauge('platen_jobs_running', 'Background renders that run, over all services.', (all) => all.running);
  jobGauge(
    'platen_jobs_oldest_seconds',
    'How long the oldest background render waits, over all services.',
    (all) => all.oldestMs / 1000,
  );
  registry.read('platen_workers', 'gauge', 'Services on the database that do renders in the background.', () =>
    workers === undefined ? [] : [[{}, workers]],
  );
  const endedJobs = registry.counter('platen_jobs_ended_total', 'Background renders that ended here, by status.');
  const stages = registry.histogram('platen_render_stage_seconds', 'Duration of finished renders by stage.', seconds);
  const gauge = (name: string, help: string, look: () => number) =>
    registry.read(name, 'gauge', help, () => [[{}, look()]]);
  gauge('platen_renders_running', 'Renders that occupy a slot.', () => engine.status().running);
  gauge('platen_renders_waiting', 'Renders that wait for a slot.', () => engine.status().waiting);
  gauge('platen_slots', 'Renders that can run at the same time.', () => slots);
  gauge('platen_places', 'Renders that may run or wait.', () => admission.status().places);
  gauge('platen_places_taken', 'Renders that run or wait.', () => admission.status().taken);
  gauge('platen_accounts_rendering', 'Accounts that occupy a place.', () => admission.status().accounts);
  gauge('platen_ready', 'Whether the last look found the service ready.', () => (isReady() ? 1 : 0));
  registry.read('platen_store_failures_total', 'counter', 'Statements that failed, by error code.', () =>
    Object.entries(store.failures()).map(([code, count]) => [{ code }, count]),
  );
  registry.read('platen_webhook_attempts_total', 'counter', 'Attempts to send an event, by its state then.', () =>
    Object.entries(webhookAttempts()).map(([state, count]) => [{ state }, count]),
  );
  const connections = () => store.connections();
  registry.read('platen_store_connections', 'gauge', 'Connections to the database by lane and state.', () =>
    connections().flatMap(({ lane, open, idle }): [Labels, number][] => [
      [{ lane, state: 'used' }, open - idle],
      [{ lane, state: 'idle' }, idle],
    ]),
  );
  registry.read('platen_store_waiting', 'gauge', 'Statements that wait for a connection, by lane.', () =>
    connections().map(({ lane, waiting }) => [{ lane }, waiting]),
  );
  const browser =
    (read: (usage: NonNullable<ReturnType<typeof readTreeUsage>>) => number) => (): [Labels, number][] => {
      const usage = readTreeUsage(engine.status().pid);
      return usage ? [[{}, read(usage)]] : [];
    };
  registry.read(
    'platen_browser_cpu_seconds_total',
    'counter',
    'Processor time of the browser and its processes (Linux).',
    browser((usage) => usage.cpuSeconds),
  );
  registry.read(
    'platen_browser_resident_memory_bytes',
    'gauge',
    'Resident memory of the browser and its processes (Linux).',
    browser((usage) => usage.residentBytes),
  );
  registry.read(
    'platen_browser_processes',
    'gauge',
    'Processes of the browser (Linux).',
    browser((usage) => usage.processes),
  );
  registry.read('platen_browser_restarts_total', 'counter', 'Browsers started after the first.', () => [
    [{}, engine.status().restarts],
  ]);
  registry.read('platen_info', 'gauge', 'Versions of the service and its browser.', () => {
    const { version, browser = '', sandbox = '' } = engine.status();
    return [[{ version, browser, sandbox }, 1]];
  });
  gauge('platen_replay_bytes', 'Bytes of renders kept for their idempotency keys.', replayBytes);
  gauge('process_resident_memory_bytes', 'Resident memory of this process.', () => process.memoryUsage.rss());
  gauge('process_start_time_seconds', 'Start of this process, in Unix time.', () =>
    Math.round(Date.now() / 1000 - process.uptime()),
  );
  let loop: LoopWatch | undefined;
  registry.read('platen_event_loop_delay_seconds', 'gauge', 'Delay of the event loop since the last look.', () => {
    // Started by the first scrape, because the timer behind it costs processor time.
    loop ??= startLoopWatch();
    const { max, mean } = loop;
    const p99 = loop.percentile(99);
    loop.reset();
    return Object.entries({ mean, p99, max }).map(([of, ns]) => [{ of }, Number.isFinite(ns) ? ns / 1e9 : 0]);
  });

  return {
    noteRequest({ route, method, status, ms }) {
      requests.add({ route, method, status });
      requestTimes.observe({ route }, ms / 1000);
    },
    noteRender: (outcome) => renders.add({ outcome }),
    noteTimings({ queue_ms, load_ms, print_ms, bind_ms }, totalMs) {
      const times = { queue: queue_ms, load: load_ms, print: print_ms, bind: bind_ms, total: totalMs };
      for (const [stage, ms] of Object.entries(times)) stages.observe({ stage }, ms / 1000);
    },
    noteJob: ({ status }) => endedJobs.add({ status }),
    text(counts, seenWorkers) {
      jobs = counts;
      workers = seenWorkers;
      return registry.text();
    },
    close() {
      loop?.disable();
    },
  };
}

type LoopWatch = ReturnType<typeof monitorEventLoopDelay>;

function startLoopWatch(): LoopWatch {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  return loop;
}
