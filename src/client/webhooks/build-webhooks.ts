import type { Delivery, NewWebhook, Webhook } from '../../contract/index.ts';
import type { Call } from '../call-with-retries.ts';
import { writeListQuery } from '../options/write-list-query.ts';
import { readerOf, receivePage } from '../receive/receive-json.ts';
import { receiveNothing } from '../receive/receive-template.ts';
import type { WebhookClient } from './webhook-client.ts';

/** The calls for webhooks, made of the `call` of a client. */
export function buildWebhooks(call: Call): WebhookClient {
  return {
    listWebhooks: (choices) =>
      call('listWebhooks', {}, async (...args) => (await receivePage<Webhook>(...args)).data, choices),
    createWebhook: (webhook, choices) => call('createWebhook', { body: { webhook } }, receiveSecret, choices),
    updateWebhook: (id, webhook, choices) => call('updateWebhook', { id, body: { webhook } }, receiveWebhook, choices),
    rotateWebhook: (id, rotation = {}, choices) =>
      call('rotateWebhook', { id, body: { rotation } }, receiveSecret, choices),
    deleteWebhook: (id, choices) => call('deleteWebhook', { id }, receiveNothing, choices),
    testWebhook: (id, choices) => call('testWebhook', { id }, receiveDelivery, choices),
    listDeliveries: (id, filter, choices) => {
      const query = writeListQuery(filter, 'state', 'limit', 'after');
      return call('listDeliveries', { id, query }, receivePage<Delivery>, choices);
    },
    retryDelivery: (id, choices) => call('retryDelivery', { id }, receiveDelivery, choices),
  };
}

const receiveSecret = readerOf<NewWebhook>('a secret', 'secret');
const receiveWebhook = readerOf<Webhook>('a webhook', 'address');
const receiveDelivery = readerOf<Delivery>('a delivery', 'state');
