import type { Database } from '../rows/tables.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { buildDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import { buildWebhookStore, type WebhookStore } from './webhook-store.ts';

/** Webhooks, and the events on their way to them. */
export interface WebhookStores {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
}

/** The stores in an open database. */
export function buildWebhookStores(database: Database, box: SecretBox, now: () => Date): WebhookStores {
  return { webhooks: buildWebhookStore(database, box, now), deliveries: buildDeliveryStore(database, now) };
}
