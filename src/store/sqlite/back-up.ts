import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../database/store-error.ts';
import type { StoreLocation } from '../database/store-location.ts';
import { explainSqliteError } from './sqlite-errors.ts';
import { loadSqlite, openSqliteFile } from './sqlite-file.ts';

/** The file in the data folder whose time of change is that of the last backup. */
const stamp = 'last-backup';

/**
 * Writes a consistent copy of a store into a new file while services go on using it, and notes the time. The tables stay unchanged,
 * even if this platen is newer. Throws `config_invalid` on Postgres, `output_exists` and `io_failed`.
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
  try {
    const connection = openSqliteFile(file);
    await backUpSqlite(connection, target).finally(() => connection.close());
    const note = join(folder, stamp);
    writeFileSync(note, '', { mode: 0o600 });
    const now = new Date();
    utimesSync(note, now, now);
  } catch (error) {
    throw explainSqliteError(error, file);
  }
}

/** When `backUpStore` last wrote a copy of the store in this folder; null if it never did. */
export function findLastBackup(dataFolder: string): Date | null {
  return statSync(join(resolve(dataFolder), stamp), { throwIfNoEntry: false })?.mtime ?? null;
}

/**
 * Writes a consistent copy of the database into a new file that its owner alone can read. Others may read and write meanwhile
 * (SQLite, "Online Backup API"). The file appears whole or not at all. Throws `output_exists` and `io_failed`.
 */
async function backUpSqlite(connection: DatabaseSync, target: string): Promise<void> {
  const file = resolve(target);
  const draft = `${file}.${randomUUID()}.part`;
  try {
    reserve(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      const fix = 'name a new file: a backup overwrites none';
      throw new StoreError('output_exists', `the backup ${file} exists already`, { fix });
    }
    throw new StoreError('io_failed', `the backup ${file} cannot be written`, { cause: error, ...anotherFile });
  }
  try {
    reserve(draft);
    await loadSqlite().backup(connection, draft);
    const copy = openSync(draft, 'r+');
    fsyncSync(copy);
    closeSync(copy);
    renameSync(draft, file);
  } catch (error) {
    for (const rest of [draft, `${draft}-journal`, file]) rmSync(rest, { force: true });
    throw new StoreError('io_failed', `the backup ${file} could not be written`, { cause: error, ...anotherFile });
  }
}

const anotherFile = { fix: 'name a file in a folder that is there, that this user may write to and that has room' };

/** Makes the empty file first, so that no other user can take its name or read what is written to it. */
function reserve(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}
