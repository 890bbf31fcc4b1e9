import type { Database as Connection, Statement } from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';

/** Statements that are kept. Few have their own text, such as those that name a list of ids. */
const limit = 200;

/**
 * A connection as Kysely uses it, which compiles each statement once: that takes longer than most of them run. SQLite compiles them
 * again by itself if another process has changed the tables (SQLite, "sqlite3_prepare_v3").
 */
export function keepStatements(connection: Connection): SqliteDatabase {
  const kept = new Map<string, Statement>();
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      if (kept.size >= limit) kept.clear();
      const statement = connection.prepare(text);
      kept.set(text, statement);
      return statement;
    },
    close: () => void connection.close(),
  };
}
