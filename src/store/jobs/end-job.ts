import { type QueryCreator, sql } from 'kysely';
import type { JobRow } from '../rows/job-tables.ts';
import { compileOnce } from '../rows/statements.ts';
import type { Database, Tables } from '../rows/tables.ts';
import type { ResultPiece } from './result-piece-store.ts';
import { jobColumns } from './stored-job.ts';

/** How often a job is begun: it is given back twice at most by workers that die. */
export const attemptLimit = 3;

/** `announced` of a job that ends: 1 if its account has no enabled webhook, so that nothing more is written for it. */ export const isAnnounced = sql<number>`case
  when exists (select 1 from webhooks where webhooks.account = jobs.account and webhooks.enabled = 1) then 0 else 1 end`;

/** What is written when a job ends. */
type EndValues = Pick<JobRow, 'id' | 'status' | 'facts' | 'result' | 'progress'> & { time: number };

/**
 * Ends a running job, and keeps its result with it: both or neither. Undefined if the job has ended already.
 */
export async function endJob(database: Database, values: EndValues, piece: ResultPiece | undefined) {
  const run: Database['run'] = (work) => database.run(work, 'queue');
  if (piece === undefined) return (await run((db) => endRunning(db, values)))[0];
  if (database.kind === 'Postgres') return (await run((db) => endWithPiece(db, { ...values, ...piece })))[0];
  // SQLite has no statement for two tables. An end is never there without its result.
  await run((db) =>
    db
      .insertInto('result_pieces')
      .values({ ...piece, at: values.time })
      .execute(),
  );
  const [ended] = await run((db) => endRunning(db, values));
  if (!ended) await run((db) => db.deleteFrom('result_pieces').where('name', '=', piece.name).execute());
  return ended;
}

const endRunning = compileOnce((db, values: EndValues) => update(db, values).returning(jobColumns));

const endWithPiece = compileOnce((db, values: EndValues & ResultPiece) =>
  db
    .with('ended', (builder) => update(builder, values).returning(jobColumns))
    .with('kept', (builder) =>
      builder
        .insertInto('result_pieces')
        .columns(['name', 'start', 'bytes', 'at'])
        .expression((kept) =>
          kept
            .selectFrom('ended')
            .select([
              sql<string>`${values.name}`.as('name'),
              sql<number>`${values.start}`.as('start'),
              sql<Uint8Array>`${values.bytes}`.as('bytes'),
              'ended.ended_at as at',
            ]),
        ),
    )
    .selectFrom('ended')
    .select(jobColumns),
);

function update(db: QueryCreator<Tables>, values: EndValues) {
  return db
    .updateTable('jobs')
    .set((old) => ({
      status: values.status,
      ended_at: values.time,
      // The last time it was taken, it was not begun: all that was left to do was to say so.
      attempts: old.case().when('attempts', '>', attemptLimit).then(attemptLimit).else(old.ref('attempts')).end(),
      expires_at: old(old.val(values.time), '+', old('keep_seconds', '*', 1000)),
      facts: values.facts,
      result: values.result,
      progress: old.fn.coalesce(old.val(values.progress), 'progress'),
      request: null,
      announced: isAnnounced,
    }))
    .where('id', '=', values.id)
    .where('status', '=', 'running');
}
