import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import { StoreError } from '../store-error.ts';

/**
 * Writes a consistent copy of the database into a new file that its owner alone can read. Others may read and write meanwhile
 * (SQLite, "Online Backup API"). The file appears whole or not at all. Throws `output_exists` and `io_failed`.
 */
export async function backUpSqlite(connection: Connection, target: string): Promise<void> {
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
    await connection.backup(draft);
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

/** Makes the empty file first, so that nobody else can take its name or read what is written to it. */
function reserve(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}
