import { type QueryCreator, sql } from 'kysely';
import type { Database, Tables } from '../database.ts';

/** The next turn of an account. */
export async function takeTurn(database: Database, account: string): Promise<number> {
  const { last } = await database.run((db) => giveTurn(db, account).executeTakeFirstOrThrow(), 'claims');
  return last;
}

/** The turn of what runs now, or else waits. */
export const presentTurn = `coalesce(
  (select max(turn) from jobs where status = 'running'),
  (select min(turn) from jobs where status = 'queued'),
  (select max(last) from job_turns),
  0)`;

/**
 * The statement that gives an account its next turn: behind its own jobs that wait, and not before the job of anybody that runs. So an
 * account that has nothing waiting comes next, whatever the others have queued, and those that have share evenly (start-time fair
 * queueing with jobs of one size).
 */
function giveTurn(db: QueryCreator<Tables>, account: string) {
  return db
    .insertInto('job_turns')
    .values({ account, last: sql<number>`${sql.raw(presentTurn)}` })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet({
        last: sql<number>`case when job_turns.last >= excluded.last then job_turns.last + 1 else excluded.last end`,
      }),
    )
    .returning('last');
}
