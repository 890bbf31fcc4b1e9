import { Webhook as Signer } from 'standardwebhooks';
import type { OutsideOutcome, OutsideRequest } from '../../engine/index.ts';
import type { ClaimedDelivery, DeliveryOutcome, WebhookStore } from '../../store/index.ts';
import { longestMs, pauseAfter, readRetryAfter } from './retry-pauses.ts';

/** What an attempt is made with. */
export interface AttemptEdges {
  /** Sends bytes under the rules of egress, without following a redirect. Never rejects. */
  send(request: OutsideRequest): Promise<OutsideOutcome>;
  /** The sender, as receivers see it. */
  userAgent: string;
  now: () => Date;
  /** Called with what keeps an attempt from being made or signed as it should be. */
  onError(error: unknown): void;
  /** From 0 to 1. */
  random: () => number;
}

/** Milliseconds for the head of the answer. */
const answerMs = 15_000;

/**
 * Sends an event once. Success is an answer of 2xx; one of 410 (Gone; RFC 9110, section 15.5.11) disables the webhook, and a redirect
 * is a failure like any other, as is a secret whose key is missing: nothing is sent without a signature. A receiver that answers 429 or 503 may say when to come again, within the day.
 */
export async function attemptDelivery(
  { id, webhook_id, body, traceparent, created_at, attempts }: ClaimedDelivery,
  webhooks: Pick<WebhookStore, 'target' | 'disable'>,
  { send, userAgent, now, random, onError }: AttemptEdges,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const target = await webhooks.target(webhook_id);
  if (target === undefined) return { state: 'failed', pauseMs: null, status: null, failure: 'disabled', ms: 0 };
  if (target.unopened !== undefined) onError(target.unopened);
  const leftMs = created_at + longestMs - now().getTime();
  if (target.secrets.length === 0) {
    const pauseMs = pauseAfter(attempts, { random, leftMs });
    return { state: stateAfter(pauseMs), pauseMs, status: null, failure: 'secret_unreadable', ms: 0 };
  }
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    ...(traceparent !== null && { traceparent }),
    ...signEvent(id, now(), body, target.secrets),
  };
  const request = { method: 'POST', url: target.address, headers, body: Buffer.from(body) } as const;
  const answer = await send({ ...request, timeoutMs: answerMs, signal });
  const { ms, failure = null } = answer;
  const status = 'status' in answer ? answer.status : null;
  if (status !== null && status >= 200 && status < 300) {
    return { state: 'delivered', pauseMs: null, status, failure, ms };
  }
  if (status === 410) await webhooks.disable(webhook_id, target.address);
  const requestedMs = 'status' in answer ? readRetryAfter(answer, now()) : undefined;
  const pauseMs = status === 410 ? null : pauseAfter(attempts, { random, requestedMs, leftMs });
  return { state: stateAfter(pauseMs), pauseMs, status, failure, ms };
}

function stateAfter(pauseMs: number | null): DeliveryOutcome['state'] {
  return pauseMs === null ? 'failed' : 'waiting';
}

/**
 * The headers of an event by the Standard Webhooks scheme (standardwebhooks.com, version 1.0): the id is the same in each attempt,
 * the time is that of this one, and each secret gives a signature of both and the body.
 */
export function signEvent(id: string, time: Date, body: string, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, time, body)).join(' '),
  };
}
