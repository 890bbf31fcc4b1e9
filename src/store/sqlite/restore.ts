import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../folders/index.ts';
import { StoreError } from '../database/store-error.ts';
import type { StoreLocation } from '../database/store-location.ts';
import { isUsableVersion } from '../rows/migrations.ts';
import { isOwnTrigger } from '../rows/revision-tables.ts';
import { nameSqliteResult } from './sqlite-errors.ts';
import { openSqliteFile, readPragma } from './sqlite-file.ts';

/** How a store is restored. */
interface RestoreOptions {
  /** Whether a store that is there makes way. Its file is kept under another name. */
  replace: boolean;
  now: () => Date;
}

/** Files that SQLite keeps next to a database. */
const companions = ['-wal', '-shm', '-journal'];

/**
 * Puts a copy that `backUpStore` wrote in place of a store, after checking all of it. Gives the file that the earlier store is kept
 * as, if there was one. Throws `config_invalid` on Postgres, `input_missing` or `input_invalid` if the copy is missing or no regular file,
 * `output_exists` without `replace`, and `io_failed` if the copy is damaged, has triggers or views that platen does not make, or is of a newer platen, and if
 * something uses the store.
 */
export async function restoreStore(
  location: StoreLocation,
  copy: string,
  { replace, now }: RestoreOptions,
): Promise<string | undefined> {
  if ('databaseUrl' in location) {
    throw new StoreError('config_invalid', 'Postgres is restored with its own programs, not by platen', {
      fix: 'pg_restore --clean --if-exists --dbname="$PLATEN_DATABASE_URL" platen.dump',
    });
  }
  const folder = resolve(location.dataFolder);
  const file = join(folder, 'platen.db');
  const draft = `${file}.restoring`;
  const facts = statSync(copy, { throwIfNoEntry: false });
  if (facts === undefined) throw new StoreError('input_missing', `there is no file ${copy}`);
  // Opening a pipe waits for its writer, and no signal ends that.
  if (!facts.isFile()) throw new StoreError('input_invalid', `${copy} is not a regular file`, anotherCopy);
  if (existsSync(file) && !replace) {
    throw new StoreError('output_exists', `the database ${file} exists already`, { fix: 'replace it with --yes' });
  }
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw new StoreError('io_failed', `the database ${file} cannot be made`, { cause: error });
  }
  try {
    removeAll(draft);
    copyPrivately(resolve(copy), draft);
    checkCopy(draft, copy);
    if (existsSync(file)) refuseUsed(file);
    const kept = setAside(file, now());
    renameSync(draft, file);
    return kept;
  } catch (error) {
    removeAll(draft);
    if (error instanceof StoreError) throw error;
    throw new StoreError('io_failed', `${copy} cannot be restored to ${file}`, { cause: error });
  }
}

function removeAll(file: string): void {
  for (const end of ['', ...companions]) rmSync(file + end, { force: true });
}

/** A whole copy on the disk that its owner alone can read. */
function copyPrivately(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600));
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const copied = openSync(to, 'r+');
  fsyncSync(copied);
  closeSync(copied);
}

const anotherCopy = { fix: 'name a file that platen backup wrote and that is whole' };

/** Throws `io_failed` unless the file is a whole database that this platen can use. */
function checkCopy(draft: string, copy: string): void {
  const connection = openSqliteFile(draft);
  try {
    const version = Number(readPragma(connection, 'user_version'));
    const tables = connection.prepare("select name from sqlite_master where name in ('templates', 'api_keys')").all();
    const isWhole = readPragma(connection, 'integrity_check') === 'ok';
    if (!isWhole) throw new StoreError('io_failed', `the backup ${copy} is damaged`, anotherCopy);
    if (tables.length < 2) throw new StoreError('io_failed', `${copy} is not a backup of platen`, anotherCopy);
    const active = connection.prepare("select type, name, sql from sqlite_master where type in ('trigger', 'view')");
    const added = (active.all() as { type: string; name: string; sql: string }[]).find(({ sql }) => !isOwnTrigger(sql));
    if (added !== undefined) {
      // It would run with each change of the service.
      throw new StoreError(
        'io_failed',
        `the backup ${copy} has the ${added.type} ${JSON.stringify(added.name)}`,
        anotherCopy,
      );
    }
    if (!isUsableVersion(version)) {
      throw new StoreError('io_failed', `the backup ${copy} is of a newer platen`, {
        fix: 'restore it with that platen',
      });
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError('io_failed', `${copy} is damaged or no backup of platen`, { ...anotherCopy, cause: error });
  } finally {
    connection.close();
  }
}

/** Throws `io_failed` while another process has the database open. A damaged one may be replaced. */
function refuseUsed(file: string): void {
  const connection = openSqliteFile(file, 0);
  try {
    // Leaving the write-ahead log takes a lock that is not available while others have the file open (SQLite, "WAL mode").
    connection.exec('pragma journal_mode = DELETE');
  } catch (error) {
    if (nameSqliteResult(error) === 'SQLITE_BUSY') {
      throw new StoreError('io_failed', `the database ${file} is in use`, { fix: 'stop the service first' });
    }
  } finally {
    connection.close();
  }
}

/** Gives what is in the place another name, which it returns. */
function setAside(file: string, time: Date): string | undefined {
  if (!existsSync(file)) return undefined;
  const kept = `${file}.replaced-${time.toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const end of ['', ...companions]) if (existsSync(file + end)) renameSync(file + end, kept + end);
  return kept;
}
