import type { Scope } from '../../contract/index.ts';
import { StoreError } from '../database/store-error.ts';
import { digestSecret, readTime, refuseUnnamed, refuseUnstorable } from '../database/stored-values.ts';
import { buildUuidSource, requireUuid } from '../database/uuid.ts';
import type { Database } from '../rows/tables.ts';
import { type KeyHolder, keyColumns, readKey, readKeyLimits, type StoredKey } from './stored-key.ts';

/** A key to store. `account` and `name` have 1 to 255 characters. Without `expiresAt` the key holds until it is revoked. */
interface NewKey {
  account: string;
  name: string;
  /** The whole text of the key, made from at least 32 random bytes. Only its digest is stored. */
  key: string;
  expiresAt?: Date | undefined;
  /** What it may do. Default: `render`, `templates:read` and `templates:write`. */
  scopes?: readonly Scope[] | undefined;
  /** The ids of the only templates that it is for. Default: all. */
  templates?: readonly string[] | null | undefined;
  /** The folder whose templates, and those of the folders below it, are the only ones that it is for. Default: all. */
  folder?: string | null | undefined;
  /** Who makes it. */
  createdBy?: string | undefined;
}

/** The API keys of all accounts. */
export interface KeyStore {
  /** Stores a key. Throws `invalid_request` if a field is not valid or the key exists already. */
  create(key: NewKey): Promise<StoredKey>;
  /** The keys of an account, or of all, oldest first; revoked and expired keys included. */
  list(account?: string): Promise<StoredKey[]>;
  /** A key by its id. Throws `not_found`, also if it is another account's than the one named. */
  get(id: string, account?: string): Promise<StoredKey>;
  /**
   * Revokes a key immediately, for every reader. A repeat keeps the time of the first. Throws `not_found`, also if it is another
   * account's than the one named.
   */
  revoke(id: string, account?: string): Promise<StoredKey>;
  /** Has a key end at this time, if it does not end before. Throws `not_found` as `revoke` does. */
  expire(id: string, at: Date, account?: string): Promise<StoredKey>;
  /** Whose key this is; undefined if it is unknown, revoked or expired. Reads one row by an index, without a cache. */
  find(key: string): Promise<KeyHolder | undefined>;
  /** The number of keys, revoked and expired keys included. */
  count(): Promise<number>;
}

/** How far `last_used_at` may lag, in milliseconds. A write per request would take longer than the read of the key. */
const useInterval = 60_000;

/** The keys in an open database. `settle` waits for uses that are still being written. */
export function buildKeyStore(database: Database, now: () => Date): KeyStore & { settle(): Promise<void> } {
  const makeId = buildUuidSource(now);
  const notes = new Map<string, Promise<void>>();

  const keys: KeyStore & { settle(): Promise<void> } = {
    async create({ account, name, key, expiresAt, scopes, templates = null, folder = null, createdBy = null }) {
      refuseUnnamed('account', account);
      refuseUnnamed('name', name);
      if (key.length < 43)
        throw new StoreError('invalid_request', 'the key is too short to be kept by its digest alone');
      if (Number.isNaN(expiresAt?.getTime())) throw new StoreError('invalid_request', '"expiresAt" is not a date');
      if (folder === '') throw new StoreError('invalid_request', '"folder" is empty');
      refuseUnstorable('folder', folder ?? undefined);
      if (templates?.length === 0) throw new StoreError('invalid_request', '"templates" is empty');
      const row = {
        id: makeId(),
        account,
        name,
        digest: digestSecret(key),
        first: key.slice(0, 11),
        last: key.slice(-4),
        created_at: now().getTime(),
        expires_at: expiresAt?.getTime() ?? null,
        last_used_at: null,
        revoked_at: null,
        templates: templates && JSON.stringify(templates.map(readTemplateId)),
        folder,
        created_by: createdBy,
        ...(scopes && { scopes: scopes.join(' ') }),
      };
      const [kept] = await database.run((db) =>
        db
          .insertInto('api_keys')
          .values(row)
          .onConflict((conflict) => conflict.column('digest').doNothing())
          .returning(keyColumns)
          .execute(),
      );
      if (kept === undefined) throw new StoreError('invalid_request', 'this key exists already');
      return readKey(kept);
    },

    async list(account) {
      const rows = await database.run((db) =>
        db
          .selectFrom('api_keys')
          .select(keyColumns)
          .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
          .orderBy('id')
          .execute(),
      );
      return rows.map(readKey);
    },

    async get(id, account) {
      const uuid = requireUuid(id, notFound);
      const row = await database.run((db) =>
        db
          .selectFrom('api_keys')
          .select(keyColumns)
          .where('id', '=', uuid)
          .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
          .executeTakeFirst(),
      );
      if (row === undefined) throw notFound();
      return readKey(row);
    },

    async revoke(id, account) {
      const uuid = requireUuid(id, notFound);
      const [row] = await database.run((db) =>
        db
          .updateTable('api_keys')
          .set((old) => ({ revoked_at: old.fn.coalesce('revoked_at', old.val(now().getTime())) }))
          .where('id', '=', uuid)
          .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
          .returning(keyColumns)
          .execute(),
      );
      if (row === undefined) throw notFound();
      return readKey(row);
    },

    async expire(id, at, account) {
      const time = at.getTime();
      await database.run((db) =>
        db
          .updateTable('api_keys')
          .set({ expires_at: time })
          .where('id', '=', requireUuid(id, notFound))
          .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', time)]))
          .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
          .execute(),
      );
      return keys.get(id, account);
    },

    async find(key) {
      const row = await database.run((db) =>
        db
          .selectFrom('api_keys')
          .select([
            'id',
            'account',
            'name',
            'scopes',
            'templates',
            'folder',
            'expires_at',
            'last_used_at',
            'revoked_at',
          ])
          .where('digest', '=', digestSecret(key))
          .executeTakeFirst(),
      );
      const time = now().getTime();
      if (row === undefined || row.revoked_at !== null) return undefined;
      if (row.expires_at !== null && row.expires_at <= time) return undefined;
      if (row.last_used_at === null || row.last_used_at <= time - useInterval) noteUse(row.id, time);
      const { id, account, name, folder } = row;
      return { id, account, name, folder, ...readKeyLimits(row), expires_at: readTime(row.expires_at) };
    },

    async count() {
      const row = await database.run((db) =>
        db
          .selectFrom('api_keys')
          .select((keys) => keys.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      );
      return row.count;
    },

    async settle() {
      await Promise.all(notes.values());
    },
  };
  return keys;

  function noteUse(id: string, time: number): void {
    if (notes.has(id)) return;
    const noted = writeUse(id, time).finally(() => notes.delete(id));
    notes.set(id, noted);
  }

  async function writeUse(id: string, time: number): Promise<void> {
    // SQLite writes within the call, so the request that used the key goes on first.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await database.run((db) =>
        db
          .updateTable('api_keys')
          .set({ last_used_at: time })
          .where('id', '=', id)
          // Another process may have written a use meanwhile.
          .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<=', time - useInterval)]))
          .execute(),
      );
    } catch {
      // The key is valid, and a missing time of use must not fail its request. A database that is broken reports so at the next
      // read.
    }
  }
}

function readTemplateId(id: string): string {
  return requireUuid(
    id,
    () =>
      new StoreError(
        'invalid_request',
        `"templates" has an entry that is not the id of a template: ${JSON.stringify(id)}`,
      ),
  );
}

function notFound(): StoreError {
  return new StoreError('not_found', 'there is no key with this id');
}
