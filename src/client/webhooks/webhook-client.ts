import type {
  Delivery,
  DeliveryList,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookCreation,
  WebhookRotation,
} from '../../contract/index.ts';
import type { CallOptions } from '../options/client-options.ts';

/** Calls for the endpoints that a service notifies of events. They take a key with the scope `webhooks`, and reject with `ServiceError`. */
export interface WebhookClient {
  /** The webhooks of the account, oldest first. */
  listWebhooks(options?: CallOptions): Promise<Webhook[]>;
  /**
   * Registers an endpoint for events. Its `secret`, for `verifyWebhook`, is shown only this once.
   *
   * @example
   * const { secret } = await client.createWebhook({ address: 'https://shop.example.com/hooks/platen' });
   */
  createWebhook(webhook: WebhookCreation, options?: CallOptions): Promise<NewWebhook>;
  /**
   * Changes what is named of a webhook: its address, its events, whether it is sent anything.
   *
   * @example
   * await client.updateWebhook(id, { enabled: true });
   */
  updateWebhook(id: string, changes: WebhookChanges, options?: CallOptions): Promise<Webhook>;
  /** Gives a webhook a new secret. The old one signs too for `overlap_seconds` (default: a day). */
  rotateWebhook(id: string, rotation?: WebhookRotation, options?: CallOptions): Promise<NewWebhook>;
  deleteWebhook(id: string, options?: CallOptions): Promise<void>;
  /** Sends an event of the type `webhook.test`, and resolves with what came of the first attempt. */
  testWebhook(id: string, options?: CallOptions): Promise<Delivery>;
  /** One page of what was sent to a webhook in the last week, newest first: at most `limit` (default 50). */
  listDeliveries(
    id: string,
    query?: { state?: Delivery['state'] | undefined; limit?: number | undefined; after?: string | undefined },
    options?: CallOptions,
  ): Promise<DeliveryList>;
  /** Sends an event once more, whatever came of it before, and resolves with what came of that. Takes the id of a delivery. */
  retryDelivery(id: string, options?: CallOptions): Promise<Delivery>;
}
