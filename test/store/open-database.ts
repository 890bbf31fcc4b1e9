import type { StoreLocation } from '../../src/store/index.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import type { Database } from '../../src/store/rows/tables.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';

/** Opens the database below a store, for statements that no store makes. */
export function openDatabase(location: StoreLocation): Promise<Database> {
  return 'databaseUrl' in location ? openPostgres(location.databaseUrl) : openSqlite(location.dataFolder);
}
