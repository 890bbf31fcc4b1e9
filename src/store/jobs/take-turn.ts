import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { Database, Tables } from '../database.ts';

/** The next turn of an account. */
export async function takeTurn(database: Database, account: string): Promise<number> {
  const { last } = await database.run((db) => giveTurn(db, account).executeTakeFirstOrThrow(), 'claims');
  return last;
}

/** Inserts something with the next turn of its account. */
export async function insertNext<T>(
  database: Database,
  account: string,
  insert: (db: QueryCreator<Tables>, turn: number | RawBuilder<number>) => Promise<T>,
): Promise<T> {
  if (database.kind === 'SQLite') {
    const turn = await takeTurn(database, account);
    return database.run((db) => insert(db, turn), 'writes');
  }
  // One statement is one commit less. SQLite has none that inserts into two tables.
  return database.run(
    (db) =>
      insert(
        db.with('given', (one) => giveTurn(one, account)),
        sql<number>`(select last from given)`,
      ),
    'writes',
  );
}

/**
 * The statement that gives an account its next turn: behind its own jobs that wait, and not before the job of anybody that runs. So an
 * account that has nothing waiting comes next, whatever the others have queued, and those that have share evenly (start-time fair
 * queueing with jobs of one size).
 */
function giveTurn(db: QueryCreator<Tables>, account: string) {
  const present = sql<number>`coalesce(
    (select max(turn) from jobs where status = 'running'),
    (select min(turn) from jobs where status = 'queued'),
    (select max(last) from job_turns),
    0)`;
  return db
    .insertInto('job_turns')
    .values({ account, last: present })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet({
        last: sql<number>`case when job_turns.last >= excluded.last then job_turns.last + 1 else excluded.last end`,
      }),
    )
    .returning('last');
}
