import type { Webhook, WebhookChanges, WebhookEventType } from '../../contract/index.ts';
import { StoreError } from '../database/store-error.ts';
import { refuseUnstorable } from '../database/stored-values.ts';
import { buildUuidSource, readUuid } from '../database/uuid.ts';
import type { Database } from '../rows/tables.ts';
import type { WebhookRow } from '../rows/webhook-tables.ts';
import { isSealed, type SecretBox } from '../secrets/secret-box.ts';
import { insertWebhook } from './insert-webhook.ts';

/** A webhook to make. */
interface NewStoredWebhook {
  address: string;
  events: readonly WebhookEventType[];
  /** `whsec_` and bytes in base64. */
  secret: string;
  createdBy: string;
}

/** The webhooks of all accounts. Throws `not_found` for another account's id and an id that is no UUID. */
export interface WebhookStore {
  /** Throws `invalid_request` if the account has `limit` webhooks already. */
  create(account: string, webhook: NewStoredWebhook, limit: number): Promise<Webhook>;
  /** Those of an account, oldest first. */
  list(account: string): Promise<Webhook[]>;
  get(account: string, id: string): Promise<Webhook>;
  /** Changes what is named. */
  update(account: string, id: string, changes: WebhookChanges): Promise<Webhook>;
  /** Gives a webhook a new secret; the one until now signs too until that time, null for no longer. */
  rotate(account: string, id: string, secret: string, oldUntil: Date | null): Promise<Webhook>;
  /** Deletes a webhook. What is on its way to it is given up when its time comes. */
  delete(account: string, id: string): Promise<Webhook>;
  /** Sends a webhook nothing more, unless it has another address by now. */
  disable(id: string, address: string): Promise<void>;
  /** Where a webhook's events go and what signs them now; undefined if it is sent nothing more. */
  target(id: string): Promise<WebhookTarget | undefined>;
}

/** Where the events of a webhook go. */
interface WebhookTarget {
  address: string;
  /** The secrets that sign, newest first, without those that do not open. */
  secrets: string[];
  /** Why a secret does not open, if one does not. */
  unopened?: StoreError;
}

/** What is shown of a webhook: never a secret. */
const columns = [
  'id',
  'address',
  'events',
  'enabled',
  'created_at',
  'created_by',
  'old_secret_until',
] as const satisfies (keyof WebhookRow)[];

/** The webhooks in an open database. */
export function buildWebhookStore(database: Database, box: SecretBox, now: () => Date): WebhookStore {
  const makeId = buildUuidSource(now);
  const write: Database['run'] = (work) => database.run(work, 'writes');
  const describe = (row: ShownRow) => readRow(row, now().getTime());
  // Services on Postgres without a key store secrets in plain text.
  const seal = (secret: string, account: string, id: string) =>
    box.canSeal ? box.seal(secret, { kind: 'webhook', account, id }) : secret;
  const open = (secret: string, account: string, id: string) =>
    isSealed(secret) ? box.open(secret, { kind: 'webhook', account, id }) : secret;

  return {
    async create(account, { address, events, secret, createdBy }, limit) {
      refuseUnstorable('address', address);
      const id = makeId();
      const row: WebhookRow = {
        id,
        account,
        address,
        events: events.join(' '),
        enabled: 1,
        secret: seal(secret, account, id),
        old_secret: null,
        old_secret_until: null,
        created_at: now().getTime(),
        created_by: createdBy,
      };
      if (await insertWebhook(database, row, limit)) return describe(row);
      throw new StoreError('invalid_request', `an account has at most ${limit} webhooks`);
    },

    async list(account) {
      const rows = await database.run((db) =>
        db.selectFrom('webhooks').select(columns).where('account', '=', account).orderBy('id').execute(),
      );
      return rows.map(describe);
    },

    async get(account, id) {
      const uuid = knownForm(id);
      const row = await database.run((db) =>
        db
          .selectFrom('webhooks')
          .select(columns)
          .where('account', '=', account)
          .where('id', '=', uuid)
          .executeTakeFirst(),
      );
      return describe(found(row));
    },

    async update(account, id, { address, events, enabled }) {
      const uuid = knownForm(id);
      if (address !== undefined) refuseUnstorable('address', address);
      const changes = {
        ...(address !== undefined && { address }),
        ...(events !== undefined && { events: events.join(' ') }),
        ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
      };
      const [row] = await write((db) =>
        db
          .updateTable('webhooks')
          .set(changes)
          .where('account', '=', account)
          .where('id', '=', uuid)
          .returning(columns)
          .execute(),
      );
      return describe(found(row));
    },

    async rotate(account, id, secret, oldUntil) {
      const uuid = knownForm(id);
      const [row] = await write((db) =>
        db
          .updateTable('webhooks')
          .set((old) => ({
            secret: seal(secret, account, uuid),
            old_secret: oldUntil ? old.ref('secret') : null,
            old_secret_until: oldUntil?.getTime() ?? null,
          }))
          .where('account', '=', account)
          .where('id', '=', uuid)
          .returning(columns)
          .execute(),
      );
      return describe(found(row));
    },

    async delete(account, id) {
      const uuid = knownForm(id);
      const [row] = await write((db) =>
        db.deleteFrom('webhooks').where('account', '=', account).where('id', '=', uuid).returning(columns).execute(),
      );
      return describe(found(row));
    },

    async disable(id, address) {
      await write((db) =>
        db.updateTable('webhooks').set({ enabled: 0 }).where('id', '=', id).where('address', '=', address).execute(),
      );
    },

    async target(id) {
      const row = await database.run((db) =>
        db
          .selectFrom('webhooks')
          .select(['id', 'account', 'address', 'enabled', 'secret', 'old_secret', 'old_secret_until'])
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      if (row === undefined || row.enabled === 0) return undefined;
      const { account, address, secret, old_secret, old_secret_until } = row;
      const isOldValid = old_secret !== null && (old_secret_until ?? 0) > now().getTime();
      const target: WebhookTarget = { address, secrets: [] };
      for (const text of isOldValid ? [secret, old_secret] : [secret]) {
        try {
          target.secrets.push(open(text, account, row.id));
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          target.unopened = error;
        }
      }
      return target;
    },
  };
}

type ShownRow = Pick<WebhookRow, (typeof columns)[number]>;

function readRow(row: ShownRow, time: number): Webhook {
  const { id, address, events, enabled, created_at, created_by, old_secret_until: until } = row;
  return {
    id,
    address,
    events: events.split(' ') as WebhookEventType[],
    enabled: enabled === 1,
    created_at: new Date(created_at).toISOString(),
    created_by,
    old_secret_until: until !== null && until > time ? new Date(until).toISOString() : null,
  };
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  return row;
}

function knownForm(id: string): string {
  return found(readUuid(id));
}

function notFound(): StoreError {
  return new StoreError('not_found', 'there is no webhook with this id');
}
