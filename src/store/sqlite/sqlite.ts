import { chmodSync, closeSync, openSync, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Kysely, SchemaModule } from 'kysely';
import { flushData, makeFolder, openFlusher } from '../../folders/index.ts';
import { StoreError } from '../database/store-error.ts';
import { pendingMigrations, schemaVersion } from '../rows/migrations.ts';
import type { Database, Tables } from '../rows/tables.ts';
import { keepStatements } from './keep-statements.ts';
import { explainSqliteError, nameSqliteResult } from './sqlite-errors.ts';
import { openSqliteFile, readPragma } from './sqlite-file.ts';

/**
 * Opens `platen.db` in the folder. If they are missing it makes both, readable by their owner alone. An answered write is on the
 * disk: what goes over `writes` is flushed with the write-ahead log while others work, the rest within its statement
 * (`synchronous=FULL`: SQLite, "PRAGMA synchronous"). Several processes may have the file open on a local file system; a statement
 * waits up to `busyTimeoutMs` milliseconds (default 5000) while another process writes.
 */
export async function openSqlite(dataFolder: string, busyTimeoutMs = 5_000): Promise<Database> {
  const file = join(resolve(dataFolder), 'platen.db');
  const kysely = await import('kysely');
  let connection: DatabaseSync | undefined;
  try {
    makePrivateFile(file);
    connection = openSqliteFile(file, busyTimeoutMs);
    await useWriteAheadLog(connection, file, busyTimeoutMs);
    connection.exec('pragma synchronous = FULL');
    const openDb = (database: DatabaseSync) =>
      new kysely.Kysely<Tables>({ dialect: new kysely.SqliteDialect({ database: keepStatements(database) }) });
    const db = openDb(connection);
    migrate(connection, db.schema, file);
    const openRelaxed = () => {
      // SQLite makes the name of the log last with the first commit that waits for the disk (os_unix.c, UNIXFILE_DIRSYNC).
      if (connection) writeAgain(connection);
      const relaxed = openSqliteFile(file, busyTimeoutMs);
      // In WAL mode this keeps what is answered when the process ends, and the file whole when the machine does.
      relaxed.exec('pragma synchronous = NORMAL');
      // Each checkpoint stops the service until the disk has the pages: one for every 16 MB is enough.
      relaxed.exec('pragma wal_autocheckpoint = 4000');
      return openDb(relaxed);
    };
    return buildDatabase(connection, { db, openRelaxed }, file);
  } catch (error) {
    if (connection?.isOpen) connection.close();
    throw explainSqliteError(error, file);
  }
}

/** Bytes that must be free for a full disk to count as writable again: those of the largest template and of its revision. */
const roomToWrite = 12 * 1024 * 1024;

interface OpenTables {
  db: Kysely<Tables>;
  /** Opens a second connection that does not wait for the disk. */
  openRelaxed: () => Kysely<Tables>;
}

function buildDatabase(connection: DatabaseSync, { db, openRelaxed }: OpenTables, file: string): Database {
  let relaxed: Kysely<Tables> | undefined;
  let isClosed = false;
  // Of all its files SQLite holds no lock on the log, so that closing it drops none. Windows flushes what is open for writing alone.
  const log = openFlusher(async () => {
    const handle = await open(`${file}-wal`, 'r+');
    return { datasync: () => flushData(handle), close: () => handle.close() };
  });
  return {
    kind: 'SQLite',
    connections: () => [],
    async run(work, lane = 'reads') {
      try {
        if (lane === 'reads' || lane === 'keys' || lane === 'health' || isClosed) return await work(db);
        relaxed ??= openRelaxed();
        const result = await work(relaxed);
        if (lane === 'writes') await log.flush();
        return result;
      } catch (error) {
        throw explainSqliteError(error, file);
      }
    },
    async tryWrite() {
      try {
        // A small write may find room in the write-ahead log that a larger one, which failed, has left there.
        const { bavail, bsize } = statfsSync(dirname(file));
        if (bavail * bsize < roomToWrite) {
          throw new StoreError(
            'storage_full',
            `the disk of the database ${file} has less than ${roomToWrite} bytes left`,
          );
        }
        writeAgain(connection);
      } catch (error) {
        throw explainSqliteError(error, file);
      }
    },
    async close() {
      isClosed = true;
      await log.close();
      await relaxed?.destroy();
      await db.destroy();
      // Kysely closes only what it has used.
      if (connection.isOpen) connection.close();
    },
  };
}

/** Writes a number of the header, which SQLite does even if it stays the same (SQLite, "PRAGMA user_version"). */
function writeAgain(connection: DatabaseSync): void {
  connection.exec(`pragma user_version = ${readPragma(connection, 'user_version')}`);
}

function makePrivateFile(file: string): void {
  makeFolder(dirname(file), 0o700);
  try {
    // Only a new file may be opened here: closing a file drops all POSIX locks of this process on it, SQLite's included
    // (SQLite, "How To Corrupt An SQLite Database File", 2.2).
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = statSync(file);
    if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  }
}

async function useWriteAheadLog(connection: DatabaseSync, file: string, busyTimeoutMs: number): Promise<void> {
  const deadline = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      const mode = readPragma(connection, 'journal_mode = WAL');
      if (mode === 'wal') return;
      throw new StoreError(
        'io_failed',
        `the database ${file} is on a file system where SQLite cannot keep a write-ahead log`,
      );
    } catch (error) {
      // If two processes switch a new file at the same time, SQLite refuses one without waiting, because each holds a lock that the
      // other needs (SQLite, "sqlite3_busy_handler").
      if (nameSqliteResult(error) !== 'SQLITE_BUSY' || Date.now() >= deadline) throw error;
      await setTimeout(10);
    }
  }
}

function migrate(connection: DatabaseSync, schema: SchemaModule, file: string): void {
  // The lock comes before the version is read, so that the second of two processes finds the work done.
  connection.exec('begin immediate');
  try {
    const version = Number(readPragma(connection, 'user_version'));
    const steps = pendingMigrations(version, schema, { id: 'text', bytes: 'blob' }, `the database ${file}`);
    for (const step of steps) connection.exec(step);
    if (steps.length > 0) connection.exec(`pragma user_version = ${schemaVersion}`);
    connection.exec('commit');
  } catch (error) {
    // Some failures have ended the transaction already (SQLite, "Response To Errors Within A Transaction").
    if (connection.isTransaction) connection.exec('rollback');
    throw error;
  }
}
