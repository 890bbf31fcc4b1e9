import { buildKeyStore, type KeyStore } from './keys.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { buildTemplateStore, type TemplateStore } from './templates.ts';

/** Where the data lives: `platen.db` (SQLite) in a local folder, or a Postgres database, `postgres://user:password@host/name`. */
export type StoreLocation = { dataFolder: string } | { databaseUrl: string };

/** An open store. Whatever fails is a `StoreError`. */
export interface Store {
  templates: TemplateStore;
  keys: KeyStore;
  /** Reads one row; throws where the database does not answer. */
  ping(): Promise<void>;
  /** Writes a consistent copy into a new file. SQLite only; Postgres has pg_dump and refuses. */
  backUp(file: string): Promise<void>;
  /** Waits for what is being written, then lets go of the database. Closing twice is no error. */
  close(): Promise<void>;
}

/**
 * Opens the store and brings its tables up to date, in one transaction and safe beside other processes that do the same.
 * Throws `io_failed` where the database cannot be opened, is damaged or was written by a newer platen, and `internal`
 * where it stays locked. The database libraries are loaded only now.
 */
export async function openStore(location: StoreLocation, edges: { now?: () => Date } = {}): Promise<Store> {
  const now = edges.now ?? (() => new Date());
  const database = await ('databaseUrl' in location
    ? openPostgres(location.databaseUrl)
    : openSqlite(location.dataFolder));
  const { settle, ...keys } = buildKeyStore(database, now);
  return {
    templates: buildTemplateStore(database, now),
    keys,
    async ping() {
      await database.run((db) => db.selectFrom('templates').select('id').limit(1).execute());
    },
    backUp: (file) => database.backUp(file),
    async close() {
      await settle();
      await database.close();
    },
  };
}
