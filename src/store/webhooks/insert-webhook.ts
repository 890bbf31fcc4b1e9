import { type Kysely, sql } from 'kysely';
import { selectRow } from '../rows/statements.ts';
import type { Database, Tables } from '../rows/tables.ts';
import type { WebhookRow } from '../rows/webhook-tables.ts';

/** The first half of the lock that an account's new webhooks take one after the other. No other lock uses this number. */
const webhookLock = 7_526_284;

/** Inserts a webhook unless its account has `limit` already, whatever is inserted at the same time. Gives whether it did. */
export async function insertWebhook(database: Database, row: WebhookRow, limit: number): Promise<boolean> {
  const insert = async (db: Kysely<Tables>) => {
    const made = await insertGuarded(db, row, limit).execute();
    return made.length > 0;
  };
  // SQLite has one writer: nothing comes between counting and inserting.
  if (database.kind === 'SQLite') return database.run(insert, 'writes');
  // In Postgres a statement sees what was committed when it began, so that the lock is taken by one before it.
  return database.run(
    (db) =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (locked) => {
          await sql`select pg_advisory_xact_lock(${webhookLock}::int, hashtext(${row.account}))`.execute(locked);
          return insert(locked);
        }),
    'writes',
  );
}

/** One statement that counts and inserts. */
function insertGuarded(db: Kysely<Tables>, row: WebhookRow, limit: number) {
  const { names, values } = selectRow(db, row);
  const guarded = values.where(
    (all) =>
      all
        .selectFrom('webhooks')
        .select((builder) => builder.fn.countAll<number>().as('count'))
        .where('account', '=', row.account),
    '<',
    limit,
  );
  return db.insertInto('webhooks').columns(names).expression(guarded).returning('id');
}
