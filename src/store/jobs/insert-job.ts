import { compileOnce } from '../compile-once.ts';
import type { Database } from '../database.ts';
import { openGatheredInsert } from './gathered-insert.ts';
import type { JobRow } from './job-rows.ts';
import { type InsertedJob, type SubmittedJob, submitted, told } from './submitted-job.ts';
import { takeTurn } from './take-turn.ts';

/** Characters of a request: smaller ones share a statement. */
const smallLength = 64 * 1024;

/**
 * Inserts jobs; those that are due with the next turns of their accounts. The result is undefined where a job of the same name is
 * there.
 */
export function openJobInsert(database: Database) {
  const insertGathered = openGatheredInsert(database);

  return async (job: SubmittedJob, isDue: boolean): Promise<InsertedJob | undefined> => {
    if (isDue && database.kind === 'Postgres' && (job.request?.length ?? 0) <= smallLength) return insertGathered(job);
    const turn = isDue ? await takeTurn(database, job.account) : null;
    const [row] = await database.run((db) => insertAsItIs(db, { ...job, turn }), 'writes');
    return row;
  };
}

const columns = [...(Object.keys(submitted) as (keyof SubmittedJob)[]), 'turn'] as const;

const insertAsItIs = compileOnce((db, job: SubmittedJob & Pick<JobRow, 'turn'>) =>
  db
    .insertInto('jobs')
    .values(Object.fromEntries(columns.map((column) => [column, job[column]])) as unknown as JobRow)
    .onConflict((conflict) => conflict.column('idempotency').doNothing())
    .returning(told),
);
