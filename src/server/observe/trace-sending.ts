import type { OutsideOutcome, OutsideRequest } from '../../engine/index.ts';
import type { Tracing } from './tracing.ts';

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
