import type { Delivery, DeliveryList, NewWebhook, Webhook } from '../../contract/index.ts';
import type { Call } from '../call-with-retries.ts';
import { receiveJson } from '../receive/receive-json.ts';
import { receiveNothing } from '../receive/receive-template.ts';
import type { Answer } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';
import type { WebhookClient } from './webhook-client.ts';

/** The calls for webhooks, made of the `call` of a client. */
export function buildWebhooks(call: Call): WebhookClient {
  return {
    listWebhooks: (choices) =>
      call('listWebhooks', {}, async (...given) => (await receivePage<Webhook>(...given)).data, choices),
    createWebhook: (webhook, choices) => call('createWebhook', { body: { webhook } }, receiveSecret, choices),
    rotateWebhook: (id, rotation = {}, choices) =>
      call('rotateWebhook', { id, body: { rotation } }, receiveSecret, choices),
    deleteWebhook: (id, choices) => call('deleteWebhook', { id }, receiveNothing, choices),
    testWebhook: (id, choices) => call('testWebhook', { id }, receiveDelivery, choices),
    listDeliveries: (id, { state, limit, after } = {}, choices) =>
      call('listDeliveries', { id, query: { state, limit: limit?.toString(), after } }, receivePage<Delivery>, choices),
    retryDelivery: (id, choices) => call('retryDelivery', { id }, receiveDelivery, choices),
  };
}

async function receiveSecret(answer: Answer, url: URL, signal: AbortSignal): Promise<NewWebhook> {
  const { data } = await receiveJson(answer, url, signal);
  if (typeof (data as { secret?: unknown } | null)?.secret === 'string') return data as NewWebhook;
  throw new ServiceError('unexpected_answer', `${url.origin} answered without a secret in the field data`);
}

async function receiveDelivery(answer: Answer, url: URL, signal: AbortSignal): Promise<Delivery> {
  const { data } = await receiveJson(answer, url, signal);
  if (typeof (data as { state?: unknown } | null)?.state === 'string') return data as Delivery;
  throw new ServiceError('unexpected_answer', `${url.origin} answered without a delivery in the field data`);
}

async function receivePage<Item>(
  answer: Answer,
  url: URL,
  signal: AbortSignal,
): Promise<{ data: Item[]; page: DeliveryList['page'] }> {
  const { data, page } = await receiveJson(answer, url, signal);
  if (!Array.isArray(data)) {
    throw new ServiceError('unexpected_answer', `${url.origin} answered without a list in the field data`);
  }
  const { next } = (page ?? {}) as { next?: unknown };
  return { data, page: { next: typeof next === 'string' ? next : null } };
}
