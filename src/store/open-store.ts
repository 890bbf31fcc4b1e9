import type { AccountStores } from './accounts/account-stores.ts';
import type { Database } from './database.ts';
import { buildKeyStore, type KeyStore } from './key-store.ts';
import { openPostgres } from './postgres.ts';
import type { PostgresLimits } from './postgres-limits.ts';
import { openSqlite } from './sqlite.ts';
import { StoreError } from './store-error.ts';
import { buildTemplateStore, type TemplateStore } from './template-store.ts';

/** Where the data lies: `platen.db` (SQLite) in a local folder, or a Postgres database, `postgres://user:password@host/name`. */
export type StoreLocation = { dataFolder: string } | { databaseUrl: string; limits?: PostgresLimits };

/** An open store. Every method throws `StoreError` alone. */
export interface Store {
  templates: TemplateStore;
  keys: KeyStore;
  /** People and records. Loaded at the first call: no render of a command needs them. */
  accounts(): Promise<AccountStores>;
  /**
   * Reads a row; once a write has found no room, it writes as well, until that succeeds. Throws where the database does not answer,
   * and `storage_full`.
   */
  ping(): Promise<void>;
  /** Writes a consistent copy into a new file. SQLite only: throws `config_invalid` on Postgres, which has pg_dump. */
  backUp(file: string): Promise<void>;
  /** Waits for what is being written, then releases the database. May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens the store and brings its tables up to date, in one transaction; other processes may do the same at the same time. Throws
 * `store_unavailable` where the database does not answer or stays locked, and `io_failed` where it cannot be opened, is damaged or
 * was written by a newer platen. The database libraries are loaded only here.
 */
export async function openStore(location: StoreLocation, edges: { now?: () => Date } = {}): Promise<Store> {
  const now = edges.now ?? (() => new Date());
  const database = await ('databaseUrl' in location
    ? openPostgres(location.databaseUrl, location.limits)
    : openSqlite(location.dataFolder));
  return buildStore(database, now);
}

/** The store in an open database. */
export function buildStore(opened: Database, now: () => Date): Store {
  /** Whether a write found no room, and none has succeeded since. */
  let isFull = false;
  const database: Database = {
    ...opened,
    run: (work, lane) =>
      opened.run(work, lane).catch((error: unknown) => {
        if (error instanceof StoreError && error.code === 'storage_full') isFull = true;
        throw error;
      }),
  };
  let accounts: Promise<AccountStores> | undefined;
  const { settle, ...keys } = buildKeyStore({ ...database, run: (work) => database.run(work, 'keys') }, now);
  return {
    templates: buildTemplateStore(database, now),
    keys,
    accounts() {
      accounts ??= import('./accounts/account-stores.ts').then(({ buildAccountStores }) =>
        buildAccountStores(database, now),
      );
      return accounts;
    },
    async ping() {
      await database.run((db) => db.selectFrom('templates').select('id').limit(1).execute(), 'health');
      if (!isFull) return;
      await database.tryWrite();
      isFull = false;
    },
    backUp: (file) => database.backUp(file),
    async close() {
      await settle();
      await database.close();
    },
  };
}
