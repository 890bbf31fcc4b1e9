import { createHash } from 'node:crypto';
import type { Database, KeyRow } from './database.ts';
import { StoreError } from './store-error.ts';
import { isStorable } from './stored-text.ts';
import { buildUuidSource, readUuid } from './uuid.ts';

/** A stored API key: its first and last characters, never its text. Times are ISO 8601 in UTC, or null. */
export interface StoredKey {
  id: string;
  account: string;
  name: string;
  first: string;
  last: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** A key to store. `account` and `name` have 1 to 255 characters. Without `expiresAt` the key holds until it is revoked. */
export interface NewKey {
  account: string;
  name: string;
  /** The whole text of the key, made from at least 32 random bytes. Only its digest is stored. */
  key: string;
  expiresAt?: Date | undefined;
}

/** The API keys of all accounts. */
export interface KeyStore {
  /** Stores a key. Throws `invalid_request` where a field is not valid or the key exists already. */
  create(key: NewKey): Promise<StoredKey>;
  /** The keys of an account, or of all, oldest first; revoked and expired keys included. */
  list(account?: string): Promise<StoredKey[]>;
  /** Revokes a key at once, for every reader. A repeat keeps the time of the first. Throws `not_found`. */
  revoke(id: string): Promise<StoredKey>;
  /** Whose key this is; undefined where it is unknown, revoked or expired. Reads one row by an index, without a cache. */
  find(key: string): Promise<{ id: string; account: string } | undefined>;
  /** The number of keys, revoked and expired keys included. */
  count(): Promise<number>;
}

/** How far `last_used_at` may lag, in milliseconds. A write per request would take longer than the read of the key. */
const useInterval = 60_000;

/** The keys in an open database. `settle` waits for uses that are still being written. */
export function buildKeyStore(database: Database, now: () => Date): KeyStore & { settle(): Promise<void> } {
  const makeId = buildUuidSource(now);
  const notes = new Map<string, Promise<void>>();

  return {
    async create({ account, name, key, expiresAt }) {
      refuseUnnamed('account', account);
      refuseUnnamed('name', name);
      if (key.length < 43)
        throw new StoreError('invalid_request', 'the key is too short to be kept by its digest alone');
      if (Number.isNaN(expiresAt?.getTime())) throw new StoreError('invalid_request', '"expiresAt" is not a date');
      const row: KeyRow = {
        id: makeId(),
        account,
        name,
        digest: digestKey(key),
        first: key.slice(0, 11),
        last: key.slice(-4),
        created_at: now().getTime(),
        expires_at: expiresAt?.getTime() ?? null,
        last_used_at: null,
        revoked_at: null,
      };
      const kept = await database.run((db) =>
        db
          .insertInto('api_keys')
          .values(row)
          .onConflict((conflict) => conflict.column('digest').doNothing())
          .returning('id')
          .execute(),
      );
      if (kept.length === 0) throw new StoreError('invalid_request', 'this key exists already');
      return readRow(row);
    },

    async list(account) {
      const rows = await database.run((db) =>
        db
          .selectFrom('api_keys')
          .selectAll()
          .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
          .orderBy('id')
          .execute(),
      );
      return rows.map(readRow);
    },

    async revoke(id) {
      const uuid = readUuid(id);
      if (uuid === undefined) throw notFound();
      const [row] = await database.run((db) =>
        db
          .updateTable('api_keys')
          .set((old) => ({ revoked_at: old.fn.coalesce('revoked_at', old.val(now().getTime())) }))
          .where('id', '=', uuid)
          .returningAll()
          .execute(),
      );
      if (row === undefined) throw notFound();
      return readRow(row);
    },

    async find(key) {
      const row = await database.run((db) =>
        db
          .selectFrom('api_keys')
          .select(['id', 'account', 'expires_at', 'last_used_at', 'revoked_at'])
          .where('digest', '=', digestKey(key))
          .executeTakeFirst(),
      );
      const time = now().getTime();
      if (row === undefined || row.revoked_at !== null) return undefined;
      if (row.expires_at !== null && row.expires_at <= time) return undefined;
      if (row.last_used_at === null || row.last_used_at <= time - useInterval) noteUse(row.id, time);
      return { id: row.id, account: row.account };
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

function digestKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function readRow({ digest: _, ...row }: KeyRow): StoredKey {
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: readTime(row.expires_at),
    last_used_at: readTime(row.last_used_at),
    revoked_at: readTime(row.revoked_at),
  };
}

function readTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function refuseUnnamed(field: string, text: string): void {
  if (text === '' || text.length > 255 || !isStorable(text) || /\p{Cc}/u.test(text)) {
    throw new StoreError('invalid_request', `"${field}" must be 1 to 255 characters, none of them a control character`);
  }
}

function notFound(): StoreError {
  return new StoreError('not_found', 'there is no key with this id');
}
