import type { OutsideOutcome, OutsideRequest } from '../../engine/index.ts';
import type { Tracing } from './tracing.ts';

type Send = (request: OutsideRequest) => Promise<OutsideOutcome>;

/** Puts what is sent to webhooks into spans. Only an answer of 2xx is a success. */
export function traceSending(tracing: Tracing, send: Send): Send {
  return async (request) => {
    const span = tracing.begin('webhook', { kind: 'client' });
    const outcome = await span.run(() => send(request));
    const status = 'status' in outcome ? outcome.status : undefined;
    const isTaken = status !== undefined && status >= 200 && status < 300;
    const facts = status === undefined ? {} : { 'http.response.status_code': status };
    span.end(facts, isTaken ? undefined : { code: status ?? outcome.failure });
    return outcome;
  };
}
