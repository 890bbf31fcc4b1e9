import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { closeUnanswered } from '../../../src/store/postgres/postgres-pool.ts';
import { sharePostgres } from '../shared-postgres.ts';

test('no statement of a transaction has a name: one that fails for it could not be sent again there', async () => {
  const { databaseUrl } = await (await sharePostgres()).emptyLocation();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const db = new Kysely({ dialect: new PostgresDialect({ pool: closeUnanswered(pool, { plans: true }) }) });
  onTestFinished(() => db.destroy());
  const readNamed = async () => {
    const named = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    return named.rows.map(({ statement }) => statement).sort();
  };
  await sql`select 'before'`.execute(db);
  for (const begun of [db.transaction(), db.transaction().setIsolationLevel('read committed')])
    await begun.execute((locked) => sql`select 'inside'`.execute(locked));
  await sql`select 'after'`.execute(db);
  expect(await readNamed()).toEqual([
    "select 'after'",
    "select 'before'",
    'select statement from pg_prepared_statements',
  ]);
});
