import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUpSqlite } from './sqlite/back-up-sqlite.ts';
import { explainSqliteError } from './sqlite/sqlite-errors.ts';
import { StoreError } from './store-error.ts';
import type { StoreLocation } from './store-location.ts';

/** The file in the data folder whose time of change is that of the last backup. */
const stamp = 'last-backup';

/**
 * Writes a consistent copy of a store into a new file while services go on using it, and notes the time. The tables stay as they are,
 * also where this platen is newer. Throws `config_invalid` on Postgres, `output_exists` and `io_failed`.
 */
export async function backUpStore(location: StoreLocation, target: string): Promise<void> {
  if ('databaseUrl' in location) {
    throw new StoreError('config_invalid', 'Postgres is backed up with its own programs, not by platen', {
      fix: 'pg_dump --format=custom --file=platen.dump "$PLATEN_DATABASE_URL"',
    });
  }
  const folder = resolve(location.dataFolder);
  const file = join(folder, 'platen.db');
  if (!existsSync(file)) {
    throw new StoreError('io_failed', `there is no database ${file}`, {
      fix: 'name the folder in which the service keeps its data: --data-dir, PLATEN_DATA_DIR',
    });
  }
  const { default: Sqlite } = await import('better-sqlite3');
  try {
    const connection = new Sqlite(file, { fileMustExist: true });
    await backUpSqlite(connection, target).finally(() => connection.close());
    const note = join(folder, stamp);
    writeFileSync(note, '', { mode: 0o600 });
    const now = new Date();
    utimesSync(note, now, now);
  } catch (error) {
    throw explainSqliteError(error, file);
  }
}

/** When `backUpStore` last wrote a copy of the store in this folder; null where it never did. */
export function findLastBackup(dataFolder: string): Date | null {
  return statSync(join(resolve(dataFolder), stamp), { throwIfNoEntry: false })?.mtime ?? null;
}
