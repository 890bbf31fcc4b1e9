import { closeSync, openSync } from 'node:fs';
import { StoreError } from '../database/store-error.ts';

/** The names of results of SQLite that a user can do something about (SQLite, "Result and Error Codes"). */
const resultNames: Record<number, string> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
  778: 'SQLITE_IOERR_WRITE',
  1034: 'SQLITE_IOERR_FSYNC',
  4874: 'SQLITE_IOERR_SHMSIZE',
};

/** The name of the result for which SQLite threw, if it is one of them: the extended one, or that of its last byte. */
export function nameSqliteResult(error: unknown): string | undefined {
  const { code, errcode = 0 } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' ? (resultNames[errcode] ?? resultNames[errcode & 0xff]) : undefined;
}

/** What a code means to the user: the name of a result of SQLite, or an error of the system. */
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
  const { code: thrown, syscall } = error as NodeJS.ErrnoException;
  const result = nameSqliteResult(error);
  const code = result ?? thrown ?? '';
  // SQLite does not say why it cannot open a file; the system does.
  const refused = code === 'SQLITE_CANTOPEN' ? tryToOpen(file) : undefined;
  if (refused) return explainSqliteError(refused, file);
  // Node has one code for all results of SQLite. Logs and advice name the result.
  const cause = result === undefined ? error : Object.assign(error as Error, { code });
  const meaning = meanings[code];
  if (meaning) return new StoreError(meaning.code, `the database ${file} ${meaning.text}`, { cause });
  if (syscall) return new StoreError('io_failed', `the database ${file} cannot be opened`, { cause: error });
  return new StoreError('internal', `the database ${file} failed`, { cause: error });
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
