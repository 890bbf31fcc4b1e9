import { compileOnce } from '../compile-once.ts';
import type { Database } from '../database.ts';
import { openGatheredInsert } from './gathered-insert.ts';
import type { JobRow } from './job-rows.ts';
import { type InsertedJob, type SubmittedJob, told } from './submitted-job.ts';
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

const insertAsItIs = compileOnce((db, job: SubmittedJob & Pick<JobRow, 'turn'>) =>
  db
    .insertInto('jobs')
    .values({
      ...{ id: job.id, account: job.account, api_key: job.api_key, by: job.by, status: job.status, rank: job.rank },
      ...{ turn: job.turn, created_at: job.created_at, start_at: job.start_at, keep_seconds: job.keep_seconds },
      ...{ attempts: job.attempts, request: job.request, source: job.source, template: job.template },
      ...{ announced: job.announced, request_id: job.request_id, traceparent: job.traceparent },
      ...{ idempotency: job.idempotency, digest: job.digest },
    } as JobRow)
    .onConflict((conflict) => conflict.column('idempotency').doNothing())
    .returning(told),
);
