import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  type Delivery,
  type DeliveryListQuery,
  defaultSecretOverlapSeconds,
  limits,
  routes,
  type WebhookChanges,
  type WebhookCreation,
  type WebhookRotation,
  webhookEvents,
} from '../../contract/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { Webhooks } from '../../jobs/index.ts';
import type { NewAuditEntry, Store } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { type Caller, isLimited } from '../checks/caller.ts';
import type { AuditWriter } from '../observe/audit-writer.ts';
import { addRoute } from '../requests/route.ts';

/** Registers the operations on webhooks. */
export function addWebhooks(app: FastifyInstance, parts: WebhookParts, audit?: AuditWriter): void {
  for (const name of Object.keys(webhookOperations) as (keyof typeof webhookOperations)[]) {
    addRoute(app, routes[name], async ({ caller, params, body, query }) => {
      requireAllTemplates(caller);
      const { id = '' } = params as { id?: string };
      const operation: WebhookOperation = webhookOperations[name];
      const { body: answer, done } = await operation(parts, { caller, id, body, query });
      if (done) audit?.note({ account: caller.account, by: caller.by, ...done });
      return answer;
    });
  }
}

/** What the operations work with. */
interface WebhookParts {
  store: Pick<Store, 'webhooks'>;
  engine: Pick<Engine, 'refusesOutside'>;
  webhooks: Webhooks;
}

/** A request for an operation on webhooks: body and query follow the schemas of its route. */
interface WebhookRequest {
  caller: Caller;
  /** From the path; empty if the path has none. */
  id: string;
  body: unknown;
  query: unknown;
}

/** The answer of an operation on webhooks. */
interface WebhookReply {
  /** Undefined for an empty body. */
  body?: object;
  /** What was done, for the audit log. */
  done?: Pick<NewAuditEntry, 'action' | 'target' | 'details'>;
}

/** Answers an operation. */
type WebhookOperation = (parts: WebhookParts, request: WebhookRequest) => Promise<WebhookReply>;

/** Deliveries on a page of a list if the request names no number. */
const defaultLimit = 50;

/** The operations on webhooks, by the names of their routes. They throw StoreError and RequestError. */
const webhookOperations = {
  async listWebhooks({ store }, { caller }) {
    const { webhooks } = await store.webhooks();
    return { body: { data: await webhooks.list(caller.account) } };
  },

  async createWebhook({ store, engine }, { caller, body }) {
    const { address, events = webhookEvents } = (body as { webhook: WebhookCreation }).webhook;
    await checkAddress(engine, address);
    const { webhooks } = await store.webhooks();
    const secret = makeSecret();
    const fields = { address, events, secret, createdBy: caller.by };
    const made = await webhooks.create(caller.account, fields, limits.webhooks);
    return {
      body: { data: { ...made, secret } },
      done: { action: 'webhook.created', target: nameWebhook(made), details: { events: made.events } },
    };
  },

  async updateWebhook({ store, engine }, { caller, id, body }) {
    const { webhook: changes } = body as { webhook: WebhookChanges };
    const { webhooks } = await store.webhooks();
    await webhooks.get(caller.account, id);
    if (changes.address !== undefined) await checkAddress(engine, changes.address);
    const changed = await webhooks.update(caller.account, id, changes);
    const details = { changed: Object.keys(changes), events: changed.events, enabled: changed.enabled };
    return { body: { data: changed }, done: { action: 'webhook.changed', target: nameWebhook(changed), details } };
  },

  async deleteWebhook({ store }, { caller, id }) {
    const { webhooks } = await store.webhooks();
    return { done: { action: 'webhook.deleted', target: nameWebhook(await webhooks.delete(caller.account, id)) } };
  },

  async rotateWebhook({ store }, { caller, id, body }) {
    const { overlap_seconds: seconds = defaultSecretOverlapSeconds } = (body as { rotation: WebhookRotation }).rotation;
    const { webhooks } = await store.webhooks();
    const secret = makeSecret();
    const oldUntil = seconds === 0 ? null : new Date(Date.now() + seconds * 1000);
    const rotated = await webhooks.rotate(caller.account, id, secret, oldUntil);
    const details = { old_secret_until: rotated.old_secret_until };
    return {
      body: { data: { ...rotated, secret } },
      done: { action: 'webhook.rotated', target: nameWebhook(rotated), details },
    };
  },

  async testWebhook({ webhooks }, { caller, id }) {
    return { body: { data: requireSent(await webhooks.test(caller.account, id)) } };
  },

  async listDeliveries({ store }, { caller, id, query }) {
    const { limit, after, state } = query as DeliveryListQuery;
    const { webhooks, deliveries } = await store.webhooks();
    const webhook = await webhooks.get(caller.account, id);
    const page = { limit: limit === undefined ? defaultLimit : Number(limit), after, state };
    const { deliveries: data, next } = await deliveries.list(caller.account, webhook.id, page);
    return { body: { data, page: { next } } };
  },

  async retryDelivery({ webhooks }, { caller, id }) {
    return { body: { data: requireSent(await webhooks.retry(caller.account, id)) } };
  },
} satisfies Record<string, WebhookOperation>;

/** Throws `forbidden`: events cover every render of the account. */
function requireAllTemplates(caller: Caller): void {
  if (!isLimited(caller)) return;
  throw new RequestError('forbidden', 'this API key is for certain templates only, and webhooks report every render');
}

/** Throws if nothing could be sent to an address. What its name resolves to is looked at each time it is sent to. */
async function checkAddress(engine: WebhookParts['engine'], address: string): Promise<void> {
  const { username, password, hash, protocol } = new URL(address);
  const refuse = (detail: string): never => {
    const pointer = '/webhook/address';
    throw new RequestError('invalid_request', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
  };
  if (username !== '' || password !== '') refuse('must not contain a user or a password');
  if (hash !== '') refuse('must not contain a fragment, which is never sent');
  if (!(await engine.refusesOutside(address))) return;
  if (protocol === 'http:') refuse("must be https; plain http needs the operator's permission (--allow)");
  throw new RequestError('address_not_allowed', 'the URL is not allowed, or its host does not resolve');
}

/** 32 random bytes, as the scheme writes them. */
function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The host alone, because the rest of an address may be a secret. */
function nameWebhook({ id, address }: { id: string; address: string }): { id: string; name: string } {
  return { id, name: new URL(address).host };
}

function requireSent(delivery: Delivery | undefined): Delivery {
  if (delivery) return delivery;
  throw new RequestError('rate_limited', 'too many webhook deliveries of this account are pending', {
    retryAfterMs: 5_000,
  });
}
