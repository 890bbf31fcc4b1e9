import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { compileOnce } from '../../../src/store/rows/statements.ts';
import type { Tables } from '../../../src/store/rows/tables.ts';

/** Statements as they are sent. */
function openRecorder() {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = async (text: string, values: unknown[]) => {
    sent.push({ text, values });
    return { command: 'SELECT', rowCount: 0, rows: [] };
  };
  const pool = { connect: async () => ({ query, release() {} }), end: async () => {} };
  return { sent, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }) };
}

test('a statement is built once for each pool, and sent with the values of each run', async () => {
  let built = 0;
  const find = compileOnce((db, values: { name: string; version: number | null }) => {
    built += 1;
    return db
      .selectFrom('templates')
      .select('id')
      .where('version', '=', values.version)
      .where('account', '=', 'fixed')
      .where('name', '=', values.name);
  });
  const [first, second] = [openRecorder(), openRecorder()];
  await find(first.db, { name: 'a', version: 1 });
  await find(first.db, { name: 'b', version: null });
  await find(second.db, { name: 'c', version: 3 });
  expect(built).toBe(2);
  expect([...first.sent, ...second.sent].map(({ values }) => values)).toEqual([
    [1, 'fixed', 'a'],
    [null, 'fixed', 'b'],
    [3, 'fixed', 'c'],
  ]);
  expect(new Set([...first.sent, ...second.sent].map(({ text }) => text)).size).toBe(1);
});
