import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes } from '../../contract/index.ts';
import { onEnd } from '../requests/shutdown.ts';
import type { Log } from './log.ts';
import type { ServiceMetrics } from './service-metrics.ts';
import { readTraceparent } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the answer; undefined for a success. */
    failure: string | undefined;
  }
}

/** Where the facts about requests go, and the clock that times them. */
interface Observers {
  metrics: ServiceMetrics;
  log: Log;
  /** Whether each request gets a line in the log. */
  accessLog: boolean;
  /** Milliseconds from any start. */
  clock: () => number;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/** Counts and logs each request once: when its answer is sent or its caller has gone. */
export function observeRequests(app: FastifyInstance, { metrics, log, accessLog, clock }: Observers): void {
  app.decorateRequest('failure', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const start = clock();
    onEnd(reply, (complete) => {
      const gone = !complete;
      const ms = Math.round((clock() - start) * 10) / 10;
      const { route, method } = nameRequest(request);
      metrics.noteRequest({ route, method, status: gone ? 0 : reply.statusCode, ms });
      if (isRender(route, method)) metrics.noteRender(gone ? 'gone' : (request.failure ?? 'ok'));
      if (!accessLog) return;
      const { account, keyId } = request;
      const trace = request.span ?? readTraceparent(request.headers.traceparent);
      log.write('info', 'request', {
        request_id: request.id,
        ...(trace && { trace_id: trace.traceId }),
        client: request.ip,
        method,
        route,
        status: gone ? null : reply.statusCode,
        ...(request.failure !== undefined && { code: request.failure }),
        ...(gone && { gone }),
        ms,
        ...(keyId !== '' && { account, key_id: keyId }),
        bytes_in: Number(request.headers['content-length'] ?? 0),
        bytes_out: Number(reply.getHeader('content-length') ?? 0),
      });
    });
    done();
  });
}

/** Route and method from a fixed set, so that callers cannot fill the metrics with their own labels. */
export function nameRequest(request: FastifyRequest): { route: string; method: string } {
  return {
    route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
    method: methods.has(request.method) ? request.method : 'other',
  };
}

/** Milliseconds between two lines. */
const pauseMs = 1000;

/** Logs connections beyond the limit, which Node closes at once: the first, then at most a line a second with their number. */
export function logRefusedConnections(server: Server, log: Log, clock: () => number): void {
  let connections = 0;
  let last = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    connections += 1;
    if (clock() - last < pauseMs) return;
    log.write('warn', 'connections_refused', { connections, limit: server.maxConnections });
    connections = 0;
    last = clock();
  });
}

function isRender(route: string, method: string): boolean {
  return method === 'POST' && (route === routes.renderPdf.path || route === routes.renderImage.path);
}
