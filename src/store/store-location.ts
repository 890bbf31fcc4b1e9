import type { PostgresLimits } from './postgres/postgres-limits.ts';

/** Where the data lies: `platen.db` (SQLite) in a local folder, or a Postgres database, `postgres://user:password@host/name`. */
export type StoreLocation = { dataFolder: string } | { databaseUrl: string; limits?: PostgresLimits };
