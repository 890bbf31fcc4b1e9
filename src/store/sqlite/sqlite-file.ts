import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../database/store-error.ts';

/**
 * Opens a file with the SQLite that is part of Node (Node API, `node:sqlite`), which is loaded here first. A statement waits up to
 * `busyTimeoutMs` milliseconds while another connection writes (default 5000). Throws `io_failed` if this Node was built without SQLite.
 */
export function openSqliteFile(file: string, busyTimeoutMs = 5_000): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  return new DatabaseSync(file, { timeout: busyTimeoutMs });
}

/** Loads SQLite. Throws `io_failed` if this Node was built without it. */
export function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  // Node 22 warns that this module is experimental, on stderr, where users of a command would read it.
  process.emitWarning = () => {};
  try {
    const sqlite = process.getBuiltinModule('node:sqlite');
    if (sqlite) return sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new StoreError('io_failed', 'this Node was built without SQLite', {
    fix: 'use Node from nodejs.org, or set PLATEN_DATABASE_URL to a Postgres database',
  });
}

/** The value of a setting of the connection or of its file (SQLite, "PRAGMA Statements"). */
export function readPragma(connection: DatabaseSync, name: string): unknown {
  return Object.values(connection.prepare(`pragma ${name}`).get() ?? {})[0];
}
