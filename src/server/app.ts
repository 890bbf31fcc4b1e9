import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { limits, routes } from '../contract/index.ts';
import type { Engine } from '../engine/index.ts';
import type { Store } from '../store/index.ts';
import { addErrorAnswers, answerError, type ErrorEdges, standardHeaders } from './answers/error-answers.ts';
import { openLingering } from './answers/linger.ts';
import { answerClientError, answerTransportErrors } from './answers/transport-errors.ts';
import type { Dashboard } from './dashboard/open-dashboard.ts';
import type { Background } from './jobs/background.ts';
import { addJobs } from './jobs/job-routes.ts';
import { openWaitPlaces } from './jobs/wait-places.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { buildSharedBuckets } from './limits/shared-buckets.ts';
import { buildTokenBuckets } from './limits/token-buckets.ts';
import type { AuditWriter } from './observe/audit-writer.ts';
import { describeForLog, type Log } from './observe/log.ts';
import { logRefusedConnections, observeRequests } from './observe/observe-requests.ts';
import { buildOutageLog, type OutageLog } from './observe/outage-log.ts';
import { buildReadiness } from './observe/readiness.ts';
import { openServiceMetrics } from './observe/service-metrics.ts';
import { traceRequests } from './observe/trace-work.ts';
import { readRequestId, type Tracing } from './observe/tracing.ts';
import type { RenderRecorder } from './records/render-recorder.ts';
import { type Capacity, openAdmission } from './requests/admission.ts';
import { admitRequests } from './requests/admit-requests.ts';
import type { FindCaller } from './requests/authenticate.ts';
import { answerHalfClosed } from './requests/half-closed.ts';
import { parseJsonBody } from './requests/json-body.ts';
import { openReplays } from './requests/replays.ts';
import { openSharedReplays } from './requests/shared-replays.ts';
import type { Shutdown } from './requests/shutdown.ts';
import { addDocs } from './routes/docs.ts';
import { addKeys } from './routes/keys.ts';
import { addOperations } from './routes/operations.ts';
import { addRender } from './routes/render.ts';
import { addImages } from './routes/render-image.ts';
import { addTemplates } from './routes/templates.ts';
import { refuseOtherHosts } from './sessions/same-origin.ts';
import type { ServiceWebhooks } from './webhooks/service-webhooks.ts';
import { addWebhooks } from './webhooks/webhook-routes.ts';

/** The log of a service, and everything else that records what it does. */
export interface Observers {
  log: Log;
  /** Whether each request gets a line in the log. */
  accessLog: boolean;
  /** The audit log. Default: none. */
  audit?: AuditWriter | undefined;
  /** Keeps the latest renders and enforces quotas. Default: neither. */
  recorder?: RenderRecorder | undefined;
  /** The spans of requests. Default: none. */
  tracing?: Tracing | undefined;
  /** Logs outages, once a second. Default: a new one. */
  noteOutage?: OutageLog | undefined;
}

/** What the app is made of. */
export interface AppParts {
  engine: Engine;
  store: Store;
  findCaller: FindCaller;
  /** Finds sessions by their cookie, restricts a local dashboard to this machine, and names the start page. Default: no dashboard. */
  dashboard?: Pick<Dashboard, 'findSession' | 'isLocal' | 'home'> | undefined;
  observers: Observers;
  /** Sends events to webhooks. Default: there are none. */
  webhooks?: ServiceWebhooks | undefined;
  /** Takes renders to be done later. Default: every render is answered synchronously. */
  background?: Background | undefined;
  /** Whether only the pages for operators are served. Default false. */
  operationsOnly?: boolean | undefined;
  capacity: Capacity;
  limits: ServerLimits;
  shutdown: Shutdown;
  /** Addresses and networks of proxies whose word of the client's address counts. Default: none. */
  trustProxy?: string[] | undefined;
  /** The folder of `docs.html` and `openapi.json`. Default: where the build wrote them. */
  docsFolder?: URL;
  /** Milliseconds from any start. Default `performance.now`. */
  clock?: () => number;
  /** From 0 to 1. Default `Math.random`. */
  random?: () => number;
}

/** Builds the Fastify app, top to bottom: limits, bodies, log, errors, gates, routes. It does not listen. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { engine, store, shutdown, clock = () => performance.now(), random = Math.random } = parts;
  const {
    log,
    accessLog,
    audit,
    recorder,
    tracing,
    noteOutage = buildOutageLog(parts.observers.log, clock),
  } = parts.observers;
  const admission = openAdmission({
    capacity: parts.capacity,
    bodyBytesLimit: parts.limits.bodyBytes,
    now: clock,
    random,
  });
  const replays = openReplays(parts.limits.replayMs, parts.limits.replayBytes, clock);
  const sharedReplays = openSharedReplays({
    openClaims: async () => (await store.coordination()).claims,
    keepMs: parts.limits.replayMs,
    clock,
  });
  const readiness = buildReadiness({
    checks: [() => store.ping(), () => engine.check()],
    timeoutMs: parts.limits.readyMs,
    clock,
    onChange(status, error) {
      if (status === 'ready') log.write('info', 'ready');
      else log.write('warn', 'not_ready', { status, ...describeForLog(error, { places: false }) });
    },
  });
  const metrics = openServiceMetrics({
    engine,
    store,
    admission,
    slots: parts.capacity.concurrency,
    replayBytes: () => replays.bytes,
    webhookAttempts: () => parts.webhooks?.counts() ?? {},
    isReady: () => !shutdown.announced && readiness.last === 'ready',
  });
  parts.background?.observe({ onRendered: metrics.noteTimings, onEnded: metrics.noteJob });
  const lingering = openLingering();
  const errorEdges: ErrorEdges = {
    lingering,
    estimateWaitMs: admission.estimateWaitMs,
    onInternalError(error, requestId) {
      if (noteOutage(error)) return;
      log.write('error', 'internal_error', { request_id: requestId, ...describeForLog(error) });
    },
    whereElse: parts.operationsOnly
      ? 'this service does background renders alone (--role worker); send requests to one with --role web or both'
      : undefined,
  };

  const app = Fastify({
    logger: false,
    bodyLimit: limits.body,
    genReqId: ({ headers }) => readRequestId(headers['x-request-id']),
    trustProxy: parts.trustProxy ?? false,
    requestTimeout: parts.limits.requestMs,
    connectionTimeout: parts.limits.silenceMs,
    keepAliveTimeout: 75_000,
    forceCloseConnections: true,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, lingering),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, errorEdges),
    rewriteUrl: (request) => originForm(request.url ?? '/'),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // By default Node looks for late connections every 30 s, and a limit of 10 s would become 40.
    http: {
      headersTimeout: parts.limits.headersMs,
      maxHeaderSize: 16_384,
      // Node would answer with an empty body.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(2_000, parts.limits.headersMs),
    },
  });
  app.server.maxConnections = parts.limits.connections;
  logRefusedConnections(app.server, log, clock);
  answerTransportErrors(app.server, lingering);
  answerHalfClosed(app.server);

  app.decorateRequest('caller', undefined as never);
  app.decorateRequest('account', '');
  app.decorateRequest('keyId', '');
  app.decorateRequest('bodySize', 0);
  app.decorateRequest('bodyDigest', '');
  app.decorateRequest('releasePlace', undefined);
  app.decorateRequest('span', undefined);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    request.bodySize = body.length;
    if (request.headers['idempotency-key'] !== undefined) {
      const hash = createHash('sha256');
      // The same body makes a PDF or images.
      if (request.routeOptions.url === routes.renderImage.path) hash.update(routes.renderImage.path);
      request.bodyDigest = hash.update(body).digest('base64');
    }
    return parseJsonBody(body);
  });

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(standardHeaders(request.id));
    done();
  });
  if (tracing) traceRequests(app, tracing);
  observeRequests(app, { metrics, log, accessLog, clock });
  addErrorAnswers(app, errorEdges);
  // Before the gates, so that a key is not even looked at.
  if (parts.dashboard?.isLocal) app.addHook('onRequest', async (request) => refuseOtherHosts(request));
  const rate = parts.limits.requestsPerKey;
  const local = buildTokenBuckets(rate, clock);
  const openRates = async () => (await store.coordination()).rates;
  admitRequests(app, {
    findCaller: parts.findCaller,
    findSession: parts.dashboard?.findSession,
    shutdown,
    takesJobs: parts.background !== undefined,
    admission,
    requests: store.kind === 'Postgres' ? buildSharedBuckets({ local, openRates, rate, clock }) : local,
    local,
    rate,
    failures: buildTokenBuckets(parts.limits.failuresPerAddress, clock),
  });

  if (!parts.operationsOnly) {
    addTemplates(app, { store, engine, shutdown, audit });
    addKeys(app, store, audit);
    if (parts.webhooks) addWebhooks(app, { store, engine, webhooks: parts.webhooks }, audit);
    const renderParts = {
      engine,
      store,
      admission,
      replays,
      sharedReplays,
      shutdown,
      metrics,
      recorder,
      tracing,
      background: parts.background,
      clock,
    };
    addRender(app, renderParts);
    addImages(app, renderParts);
    if (parts.background) {
      const waitPlaces = openWaitPlaces(parts.limits.connections);
      addJobs(app, { background: parts.background, shutdown, waitPlaces, announce: parts.webhooks?.announce });
    }
    addDocs(app, parts.docsFolder, parts.dashboard?.home);
  }
  addOperations(app, { engine, store, shutdown, metrics, readiness, background: parts.background });
  app.addHook('preClose', async () => lingering.close());
  app.addHook('onClose', async () => {
    sharedReplays.close();
    metrics.close();
  });
  return app;
}

/** The path and query of a request target. Servers must accept the absolute form, too (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  const path = /^https?:\/\/[^/?#]*([^#]*)/i.exec(target)?.[1];
  // Fastify would take "*" for "/".
  if (path === undefined) return target.startsWith('/') ? target : `/${target}`;
  return path.startsWith('/') ? path : `/${path}`;
}
