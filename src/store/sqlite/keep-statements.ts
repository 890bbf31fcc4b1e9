import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Statements that are kept. Few have their own text, such as those that name a list of ids. */
const limit = 200;

/**
 * A connection as Kysely uses it, which compiles each statement once: that takes longer than most of them run. SQLite compiles them
 * again by itself if another process has changed the tables (SQLite, "sqlite3_prepare_v3").
 */
export function keepStatements(connection: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      if (kept.size >= limit) kept.clear();
      const statement = adaptStatement(connection.prepare(text));
      kept.set(text, statement);
      return statement;
    },
    close: () => connection.close(),
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  const spread = (values: readonly unknown[]) => values as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...spread(values)),
    run: (values) => statement.run(...spread(values)),
    iterate: (values) => statement.iterate(...spread(values)),
  };
}
