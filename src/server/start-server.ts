import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { defaultConcurrency, type Engine, type EngineOptions } from '../engine/index.ts';
import { openStore, type StoreLocation } from '../store/index.ts';
import type { Dashboard, DashboardOptions, openDashboard } from './dashboard/open-dashboard.ts';
import { openBackground, type ServiceRole } from './jobs/background.ts';
import { openJobQueue } from './jobs/open-job-queue.ts';
import { prepareResults, type ResultsOptions } from './jobs/service-results.ts';
import type { WaitingLimits } from './jobs/waiting-bound.ts';
import { boundConnections, defaultServerLimits, readFileLimit, type ServerLimits } from './limits/server-limits.ts';
import type { Rate } from './limits/token-buckets.ts';
import { openAuditWriter } from './observe/audit-writer.ts';
import { buildLog, type Log, type LogLevel } from './observe/log.ts';
import { buildOutageLog } from './observe/outage-log.ts';
import { readTraceSettings } from './observe/trace-settings.ts';
import { traceStatements } from './observe/trace-work.ts';
import type { Tracing } from './observe/tracing.ts';
import { openRenderRecorder, type RecordOptions } from './records/render-recorder.ts';
import { findByKey } from './requests/authenticate.ts';
import { checkProxies } from './requests/client-address.ts';
import { buildShutdown } from './requests/shutdown.ts';
import { openServiceEngine } from './service-engine.ts';
import { waitForStore } from './wait-for-store.ts';
import { openServiceWebhooks } from './webhooks/service-webhooks.ts';

/** What a service is started with. */
export interface ServerOptions {
  version: string;
  /** The address to listen on, such as "127.0.0.1". */
  host: string;
  /** The port to listen on; 0 takes a free one. */
  port: number;
  store: StoreLocation;
  /** Where results of background renders are kept. Default: next to the templates. */
  results?: ResultsOptions | undefined;
  /** Milliseconds to wait at the start for a database that does not answer yet. Default 0. */
  storeWaitMs?: number;
  /** Ends that wait. */
  signal?: AbortSignal;
  engine: Omit<EngineOptions, 'version'>;
  /** Whether the start waits for the browser, and fails without it. Default false: the first render launches it. */
  ready?: boolean;
  /** Receives each line of the log, a JSON object without its line end. Default: nothing is logged. */
  log?: (line: string) => void;
  /** How much is logged. Default "info". */
  logLevel?: LogLevel;
  /** Requests with one key. Default 100 a second, bursts of 500. */
  requestsPerKey?: { [field in keyof Rate]?: Rate[field] | undefined };
  /** Whether each request gets a line, of level "info". Default false. */
  accessLog?: boolean;
  /** How the last renders are kept. */
  records?: RecordOptions | undefined;
  /**
   * Addresses and networks of proxies whose `X-Forwarded-For` says who the client is, and the words `loopback`, `linklocal` and
   * `uniquelocal`. Default: none.
   */
  trustProxy?: string[] | undefined;
  /** The variables of OpenTelemetry, whose exporter reads those of this process. Default: nothing is traced. */
  traces?: Readonly<Record<string, string | undefined>> | undefined;
  /** Whether it takes requests (`web`), does background renders (`worker`), or both, which is the default. */
  role?: ServiceRole | undefined;
  /** Concurrent background renders, at most as many as the engine does. Default: as many. */
  workers?: number | undefined;
  /** How many background renders may wait. */
  waitingLimits?: WaitingLimits | undefined;
  /** How the dashboard is served. Default: it is not. */
  dashboard?: DashboardOptions | undefined;
}

/** A service that listens. */
export interface RunningServer {
  /** Where it listens, such as "http://127.0.0.1:3000". */
  url: string;
  engine: Engine;
  log: Log;
  /** The names of its seals; undefined if none are configured. */
  seals: readonly string[] | undefined;
  /** How many API keys the store has. */
  countKeys(): Promise<number>;
  /** Whether the dashboard is served and no person can use it yet. */
  isWaitingForPeople(): Promise<boolean>;
  /**
   * Says for `drainMs` milliseconds (default 0) that it is not ready and still takes requests, then refuses new ones with 503, lets
   * running ones finish within `graceMs` milliseconds (default 0) and closes everything. A later call may shorten the times of an
   * earlier call. Each resolves when everything is closed.
   */
  close(graceMs?: number, drainMs?: number): Promise<void>;
}

/** Renders that may wait. */
const defaultQueue = 64;
/** Milliseconds for the answers of stopped renders. */
const lastAnswersMs = 1000;

/** Closes a part of the service. */
type Close = () => Promise<void> | undefined;

/** Starts the service. Throws what keeps it from starting, after closing everything again. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const closers: Close[] = [];
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    return await openServer(options, (close) => closers.push(close), closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Starts the service. Each part that must be closed is handed to `defer`; `closeAll` closes them, the last one first. */
async function openServer(
  options: ServerOptions,
  defer: (close: Close) => void,
  closeAll: Close,
): Promise<RunningServer> {
  const { concurrency = defaultConcurrency(), queue = defaultQueue } = options.engine;
  checkProxies(options.trustProxy ?? []);
  // No page may reach the service itself, at any egress level.
  const ownPorts: number[] = [];
  const egress = { ...options.engine.egress, ownPorts: () => ownPorts };
  const log = buildLog(options.log, options.logLevel ?? 'info', () => new Date());
  const tracing = await loadTracing(options, log);
  defer(() => tracing?.close());
  const engine = openServiceEngine({
    ...options.engine,
    // Operators read only the log.
    onWarning: (message, code) => log.write('warn', 'engine_warning', { code, message }),
    egress,
    concurrency,
    queue,
    version: options.version,
  });
  let engineClosed: Promise<void> | undefined;
  const closeEngine = () => {
    engineClosed ??= engine.close();
    return engineClosed;
  };
  defer(closeEngine);
  const seals = options.engine.seals === undefined ? undefined : await engine.listSeals();
  // The browser takes longest, so it starts before anything else is loaded or opened.
  const warming = options.ready ? engine.start() : undefined;
  warming?.catch(() => {});
  const { storeWaitMs: waitMs = 0, signal } = options;
  const follow = tracing && traceStatements(tracing);
  const [store, { buildApp }] = await Promise.all([
    waitForStore(() => openStore(options.store, { follow }), { waitMs, signal, log }),
    import('./app.ts'),
  ]);
  defer(() => store.close());
  const shutdown = buildShutdown();
  const audit = openAuditWriter(store, log);
  const recorder = openRenderRecorder(store, log, options.records);
  const surroundings = { store, location: options.store, proxy: egress.proxy };
  const results = await prepareResults(options.results, surroundings);
  const clock = () => performance.now();
  const noteOutage = buildOutageLog(log, clock);
  const watched = { store, engine, log, clock, tracing, noteOutage };
  const webhooks = openServiceWebhooks({ ...watched, version: options.version });
  const background = openBackground({
    ...watched,
    recorder,
    capacity: { concurrency, queue },
    role: options.role ?? 'both',
    workers: options.workers,
    waitingLimits: options.waitingLimits,
    openQueue: (jobs, use) => openJobQueue(options.store, jobs, use),
    results,
    announce: webhooks.announce,
  });
  background.observe({ onEnded: ({ announced }) => void (announced || webhooks.nudge()) });
  const edges = { engine, store, background, shutdown, log, audit: audit.add };
  const dashboard = await loadDashboard(options, edges);
  const app = buildApp({
    engine,
    store,
    shutdown,
    capacity: { concurrency, queue },
    limits: readLimits(options, log),
    trustProxy: options.trustProxy,
    findCaller: findByKey(store.keys),
    dashboard,
    webhooks,
    background,
    observers: { log, accessLog: options.accessLog ?? false, audit, recorder, tracing, noteOutage },
    operationsOnly: options.role === 'worker',
  });
  dashboard?.register(app);

  defer(async () => {
    // Renders are stopped before the browser, so that their answers give the reason, and jobs return to the queue.
    const answered = shutdown.force(lastAnswersMs);
    await Promise.race([background.drain(0), pause(lastAnswersMs)]);
    await closeEngine();
    await answered;
    await background.close();
    await app.close();
    await audit.settle();
    await recorder.close();
    await webhooks.close();
  });
  await app.listen({ host: options.host, port: options.port });
  // Before the browser has started, because renders wait for it from now on.
  ownPorts.push((app.server.address() as AddressInfo).port);
  await warming;
  const url = urlOf(app.server.address() as AddressInfo);
  webhooks.start();
  log.write('info', 'listening', { url, version: options.version, ...(seals && { seals }) });
  background.start();

  let closed: Promise<void> | undefined;
  let draining: NodeJS.Timeout | undefined;
  const { promise: drained, resolve: drain } = Promise.withResolvers<void>();
  return {
    url,
    engine,
    log,
    seals,
    countKeys: () => store.keys.count(),
    isWaitingForPeople: async () => (await dashboard?.isEmpty()) ?? false,
    close(graceMs = 0, drainMs = 0) {
      if (!closed) log.write('info', 'shutting_down', { drain_ms: drainMs, grace_ms: graceMs });
      shutdown.announce();
      void background.drain(drainMs + graceMs);
      clearTimeout(draining);
      const begin = () => {
        void Promise.all([shutdown.begin(graceMs), background.drain(graceMs)]).then(() => drain());
        app.server.closeIdleConnections();
      };
      if (drainMs > 0 && !shutdown.begun) draining = setTimeout(begin, drainMs);
      else begin();
      closed ??= drained.then(closeAll).then(() => log.write('info', 'closed'));
      return closed;
    },
  };
}

/** Opens the spans of the service if the environment names a collector: other services do not load their code. */
async function loadTracing({ traces, version }: ServerOptions, log: Log): Promise<Tracing | undefined> {
  const settings = traces && readTraceSettings(traces);
  return settings && (await import('./observe/open-tracing.ts')).openTracing(settings, version, log);
}

function readLimits({ requestsPerKey: rate = {} }: ServerOptions, log: Log): ServerLimits {
  const { perSecond, burst } = defaultServerLimits.requestsPerKey;
  const requestsPerKey = { perSecond: rate.perSecond ?? perSecond, burst: rate.burst ?? burst };
  const files = readFileLimit();
  const connections = boundConnections(defaultServerLimits.connections, files);
  if (connections < defaultServerLimits.connections) log.write('warn', 'few_open_files', { files, connections });
  return { ...defaultServerLimits, requestsPerKey, connections };
}

type DashboardEdges = Parameters<typeof openDashboard>[1];

/** Opens the dashboard if one is configured: other services do not load its code. */
async function loadDashboard(
  { dashboard, version, role }: ServerOptions,
  edges: Pick<DashboardEdges, 'engine' | 'store' | 'background' | 'shutdown' | 'log' | 'audit'>,
): Promise<Dashboard | undefined> {
  if (dashboard === undefined || role === 'worker') return undefined;
  const { openDashboard } = await import('./dashboard/open-dashboard.ts');
  return openDashboard(dashboard, { ...edges, version, clock: () => performance.now(), now: () => new Date() });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
