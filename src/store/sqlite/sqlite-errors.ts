import { closeSync, openSync } from 'node:fs';
import { StoreError } from '../database/store-error.ts';

/** What a result code of SQLite means to the user, by the code or its first two words (SQLite, "Result and Error Codes"). */
const meanings: Record<string, { code: 'io_failed' | 'store_unavailable' | 'storage_full'; text: string }> = {
  SQLITE_BUSY: { code: 'store_unavailable', text: 'is locked by another process' },
  SQLITE_LOCKED: { code: 'store_unavailable', text: 'is locked by another process' },
  SQLITE_FULL: { code: 'storage_full', text: 'cannot grow: the disk is full' },
  SQLITE_READONLY: { code: 'io_failed', text: 'cannot be written: the file or its folder is read-only' },
  SQLITE_CANTOPEN: { code: 'io_failed', text: 'cannot be opened' },
  SQLITE_PERM: { code: 'io_failed', text: 'cannot be opened' },
  SQLITE_IOERR_WRITE: { code: 'io_failed', text: 'cannot be written; the disk may be full' },
  SQLITE_IOERR_FSYNC: { code: 'io_failed', text: 'cannot be written; the disk may be full' },
  SQLITE_IOERR_SHMSIZE: { code: 'io_failed', text: 'cannot be written; the disk may be full' },
  ENOSPC: { code: 'storage_full', text: 'cannot grow: the disk is full' },
  EIO: { code: 'io_failed', text: 'could not be read or written' },
  SQLITE_IOERR: { code: 'io_failed', text: 'could not be read or written' },
  SQLITE_CORRUPT: { code: 'io_failed', text: 'is damaged' },
  SQLITE_NOTADB: { code: 'io_failed', text: 'is damaged or not an SQLite database' },
};

/** The `StoreError` for a failure on a database file, with the failure as its cause. */
export function explainSqliteError(error: unknown, file: string): StoreError {
  if (error instanceof StoreError) return error;
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_DLOPEN_FAILED') return explainLoading(message, error);
  // SQLite does not say why it cannot open a file; the system does.
  const refused = code === 'SQLITE_CANTOPEN' ? tryToOpen(file) : undefined;
  if (refused) return explainSqliteError(refused, file);
  const meaning = meanings[code] ?? meanings[code.split('_').slice(0, 2).join('_')];
  if (meaning) return new StoreError(meaning.code, `the database ${file} ${meaning.text}`, { cause: error });
  if (syscall) return new StoreError('io_failed', `the database ${file} cannot be opened`, { cause: error });
  return new StoreError('internal', `the database ${file} failed`, { cause: error });
}

/** SQLite is a program of its own kind for each system; Node itself runs on older ones. */
function explainLoading(message: string, cause: unknown): StoreError {
  const [, needed] = /version `GLIBC_([\d.]+)' not found/.exec(message) ?? [];
  const why = needed ? `it needs glibc ${needed}, and this system has an older one` : message.split('\n', 1)[0];
  const fix = 'use a newer system (Debian 12, Ubuntu 22.04), or set PLATEN_DATABASE_URL to a Postgres database';
  return new StoreError('io_failed', `SQLite cannot be loaded: ${why}`, { cause, fix });
}

/** The error of opening a file, if there is one. SQLite holds no lock on it yet, so that closing it drops none. */
function tryToOpen(file: string): unknown {
  try {
    // As many as SQLite needs: the file, its log and its index.
    for (const open of [file, file, file].map((path) => openSync(path, 'r'))) closeSync(open);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : error;
  }
}
