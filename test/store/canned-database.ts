import { Kysely, PostgresDialect } from 'kysely';
import type { Database, Tables } from '../../src/store/rows/tables.ts';

/** A database that answers each statement with the next of these lists of rows, and keeps the values that were sent. */
export function openCannedDatabase(...answers: object[][]) {
  const left = [...answers];
  const sent: unknown[][] = [];
  const query = async (_text: string, values: readonly unknown[]) => {
    const rows = left.shift();
    if (rows === undefined) throw new Error('a statement that is not expected');
    sent.push([...values]);
    return { command: 'SELECT', rowCount: rows.length, rows };
  };
  const pool = { connect: async () => ({ query, release() {} }), end: async () => {} };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
  const run: Database['run'] = (work) => work(db);
  return { sent, database: { run, kind: 'SQLite' } as Database };
}
