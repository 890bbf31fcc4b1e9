import type { FastifyInstance } from 'fastify';
import type { EndedStage, OutsideOutcome, OutsideRequest } from '../../engine/index.ts';
import type { AttemptJob } from '../../jobs/index.ts';
import type { StoreEdges } from '../../store/index.ts';
import { onEnd } from '../requests/shutdown.ts';
import { nameRequest } from './observe-requests.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined without tracing, and for maintenance work of the service. */
    span: OpenSpan | undefined;
  }
}

/** What monitors ask for every few seconds. */
const unseen: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Puts each request into a span below its caller's, which ends when the answer is sent or the caller has gone. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { route, method } = nameRequest(request);
    if (unseen.has(route)) return done();
    const { traceparent } = request.headers;
    const span = tracing.begin(`${method} ${route}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      facts: { 'http.request.method': method, 'http.route': route, 'platen.request_id': request.id },
    });
    request.span = span;
    onEnd(reply, (complete) => {
      const { account, failure: code } = request;
      const status = reply.statusCode;
      const facts = {
        ...(complete && { 'http.response.status_code': status }),
        ...(account !== '' && { 'platen.account': account }),
        ...(code !== undefined && { 'error.type': code }),
      };
      if (!complete) span.end(facts, { code: 'gone' });
      // An answer below 500 says that the caller is wrong (OpenTelemetry, semantic conventions for HTTP spans).
      else span.end(facts, status >= 500 ? { code: code ?? status } : undefined);
    });
    span.run(done);
  });
  // The body arrives in events of the connection, outside of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
}

/**
 * Puts each attempt at a job into a span below the request that submitted it, after one for the time in which it waited. An attempt
 * that fails is marked, also if the job only waits again.
 */
export function traceJobs(tracing: Tracing, attempt: AttemptJob): AttemptJob {
  return async (job, request, edges) => {
    const parent = job.traceparent ?? undefined;
    const facts = { 'platen.job': job.id, 'platen.request_id': job.request_id, 'platen.account': job.account };
    const startedAt = Date.parse(job.start_at ?? job.created_at) - performance.timeOrigin;
    tracing.begin('wait', { parent, facts, startedAt: Math.min(startedAt, performance.now()) }).end();
    const span = tracing.begin('job', { parent, facts: { ...facts, 'platen.attempt': job.attempts } });
    try {
      const outcome = await span.run(() => attempt(job, request, edges));
      span.end({}, outcome === 'not_now' ? { code: outcome } : (outcome.end.facts.error ?? undefined));
      return outcome;
    } catch (error) {
      span.end({}, error);
      throw error;
    }
  };
}

/** Returns what adds the stages of a render as spans below the one that runs now. */
export function traceStages(tracing: Tracing): (stage: EndedStage) => void {
  const add = tracing.followUp();
  return ({ stage, part, ...span }) =>
    add(stage, { ...span, facts: part === undefined ? {} : { 'platen.part': part } });
}

const systems = { SQLite: 'sqlite', Postgres: 'postgresql' } as const;

/** Returns what puts each statement of a store into a span. What the service does by itself, outside of all spans, gets none. */
export function traceStatements(tracing: Tracing): NonNullable<StoreEdges['follow']> {
  return (work, { kind, lane }) => {
    if (!tracing.isInside()) return work();
    return tracing.measure('store', work, {
      kind: 'client',
      facts: { 'db.system.name': systems[kind], 'platen.lane': lane },
    });
  };
}

type Send = (request: OutsideRequest) => Promise<OutsideOutcome>;

/**
 * Puts what is sent to webhooks into spans, below the trace that the request names; the receiver goes on below its span. Only an answer
 * of 2xx is a success.
 */
export function traceSending(tracing: Tracing, send: Send): Send {
  return async (request) => {
    const span = tracing.begin('webhook', { kind: 'client', parent: request.headers.traceparent });
    const headers = { ...request.headers, traceparent: span.traceparent };
    const outcome = await span.run(() => send({ ...request, headers }));
    const status = 'status' in outcome ? outcome.status : undefined;
    const isTaken = status !== undefined && status >= 200 && status < 300;
    const facts = status === undefined ? {} : { 'http.response.status_code': status };
    span.end(facts, isTaken ? undefined : { code: status ?? outcome.failure });
    return outcome;
  };
}
