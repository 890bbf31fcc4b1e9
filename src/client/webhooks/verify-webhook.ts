import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Render, WebhookEventType } from '../../contract/index.ts';

/** How a render in the background has ended. */
export interface RenderEvent {
  type: WebhookEventType;
  /** When it happened, ISO 8601 in UTC. */
  timestamp: string;
  data: Render;
}

/** What `testWebhook` sends. */
export interface TestEvent {
  type: 'webhook.test';
  timestamp: string;
  data: { webhook: string };
}

/** What a webhook is sent. More types may follow, so pass over those that you do not know. */
export type WebhookEvent = RenderEvent | TestEvent;

/** The headers of a request: those of `fetch` or of Node. */
type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request is not an event signed with the secret, or is too old. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Seconds by which the clocks of both sides may differ; what is older may be a replay. */
const toleranceSeconds = 300;

/**
 * Checks the signature of an event (Standard Webhooks, version 1.0) and returns the event. `payload` is the body as it arrived: text
 * that was parsed and written again has another signature. Throws `WebhookVerificationError`.
 *
 * An event is sent once more if its receiver did not answer 2xx in time, so the same `webhook-id` may come twice.
 *
 * @example
 * const event = verifyWebhook(await request.text(), request.headers, process.env.PLATEN_WEBHOOK_SECRET ?? '');
 * if (event.type === 'render.done') await fetchPdf(event.data.id);
 */
export function verifyWebhook(
  payload: string | Uint8Array,
  headers: RequestHeaders,
  secret: string,
  now: Date = new Date(),
): WebhookEvent {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = readHeader(headers, name);
    if (value) return value;
    throw new WebhookVerificationError(`the header ${name} is missing`);
  }) as [string, string, string];
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('the time of the event is too far from now');
  }
  const expected = createHmac('sha256', readSecret(secret)).update(`${id}.${time}.`).update(payload).digest();
  const isSigned = signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const candidate = Buffer.from(text, 'base64');
    return version === 'v1' && candidate.length === expected.length && timingSafeEqual(candidate, expected);
  });
  if (!isSigned) throw new WebhookVerificationError('no signature of the event fits');
  return JSON.parse(typeof payload === 'string' ? payload : Buffer.from(payload).toString()) as WebhookEvent;
}

function readHeader(headers: RequestHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function readSecret(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // With an empty key anybody could sign.
  if (key.length < 16)
    throw new TypeError('the secret is not that of a webhook, such as whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  return key;
}
