import type { FastifyInstance } from 'fastify';
import { onEnd } from '../on-end.ts';
import { nameRequest } from './observe-requests.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where nobody traces, and for what looks after the service. */
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
