import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import { gather } from '../../folders/index.ts';
import type { JobRow } from '../rows/job-tables.ts';
import { compileOnce } from '../rows/statements.ts';
import type { Database, Tables } from '../rows/tables.ts';
import { jobColumns } from './stored-job.ts';

/** The columns of a job that is submitted, and their types in Postgres. */
const submittedColumns = {
  id: 'uuid',
  account: 'text',
  api_key: 'text',
  by: 'text',
  kind: 'text',
  status: 'text',
  rank: 'bigint',
  created_at: 'bigint',
  start_at: 'bigint',
  keep_seconds: 'bigint',
  attempts: 'bigint',
  request: 'text',
  source: 'text',
  template: 'text',
  announced: 'bigint',
  request_id: 'text',
  traceparent: 'text',
  idempotency: 'text',
  digest: 'text',
} satisfies Partial<Record<keyof JobRow, string>>;

/** A job that is submitted. */
export type SubmittedJob = Pick<JobRow, keyof typeof submittedColumns>;

/** The columns that are returned of a job that was inserted. */
const returnedColumns = [...jobColumns, 'turn'] as const;

/** A job as it was inserted. */
type InsertedJob = Pick<JobRow, (typeof returnedColumns)[number]>;

/** The turn of the job that runs now, or else of the next in the queue. */
const presentTurn = `coalesce(
  (select max(turn) from jobs where status = 'running'),
  (select min(turn) from jobs where status = 'queued'),
  (select max(last) from job_turns),
  0)`;

/** Characters of a request: smaller ones share a statement. */
const smallLength = 64 * 1024;

/**
 * Inserts jobs; those that are due with the next turns of their accounts. The result is undefined if a job with the same
 * idempotency key exists.
 */
export function openJobInsert(database: Database) {
  const insertGathered = openGatheredInsert(database);

  return async (job: SubmittedJob, isDue: boolean): Promise<InsertedJob | undefined> => {
    if (isDue && database.kind === 'Postgres' && (job.request?.length ?? 0) <= smallLength) return insertGathered(job);
    const turn = isDue ? await takeTurn(database, job.account) : null;
    const [row] = await database.run((db) => insertSingle(db, { ...job, turn }), 'writes');
    return row;
  };
}

const insertedColumns = [...(Object.keys(submittedColumns) as (keyof SubmittedJob)[]), 'turn'] as const;

/** The columns that the round of a job depends on, as a statement has them. */
type RoundColumns = Record<'account' | 'api_key' | 'rank', RawBuilder<unknown>>;

/**
 * The round of a job that is due: after the queued jobs of its key, and not before the first of its account. So the keys of an account
 * take turns by the rule that accounts do.
 */
export function nextRound({ account, api_key, rank }: RoundColumns): RawBuilder<number> {
  const queued = sql`select round from jobs as other where other.status = 'queued' and other.turn is not null
    and other.account = ${account} and other.rank = ${rank}`;
  return sql<number>`(select coalesce(max(start), 0) from (
    select (${queued} order by round limit 1) as start
    union all select (${queued} and other.api_key = ${api_key} order by round desc limit 1) + 1 as start) as starts)`;
}

const insertSingle = compileOnce((db, job: SubmittedJob & Pick<JobRow, 'turn'>) =>
  db
    .insertInto('jobs')
    .values({
      ...(Object.fromEntries(insertedColumns.map((column) => [column, job[column]])) as unknown as JobRow),
      round: nextRound({ account: sql`${job.account}`, api_key: sql`${job.api_key}`, rank: sql`${job.rank}` }),
    })
    .onConflict((conflict) => conflict.column('idempotency').doNothing())
    .returning(returnedColumns),
);

const columnNames = Object.keys(submittedColumns);
const list = (columns: readonly string[], of = '') => columns.map((column) => `${of}"${column}"`).join(', ');

const columnTypes = Object.entries(submittedColumns)
  .map(([column, type]) => `"${column}" ${type}`)
  .join(', ');

/** Inserts several jobs in the order of their ids, each with the next turn of its account. Accounts are locked in one order. */
const insertSeveral = (jobs: string) => sql<InsertedJob>`with asked as (
  select * from json_to_recordset(${jobs}) as x(${sql.raw(columnTypes)})
), given as (
  insert into job_turns (account, last)
  select account, ${sql.raw(presentTurn)} + count(*) - 1 from asked group by account order by account
  on conflict (account) do update set last = greatest(
    job_turns.last + (select count(*) from asked where asked.account = excluded.account), excluded.last)
  returning account, last
)
insert into jobs (${sql.raw(list(columnNames))}, turn, round)
select ${sql.raw(list(columnNames, 'asked.'))},
  given.last + 1 - row_number() over (partition by asked.account order by asked.id desc),
  ${nextRound({ account: sql.ref('asked.account'), api_key: sql.ref('asked.api_key'), rank: sql.ref('asked.rank') })}
    + row_number() over (partition by asked.account, asked.api_key, asked.rank order by asked.id) - 1
from asked join given on given.account = asked.account
on conflict (idempotency) do nothing
returning ${sql.raw(list(returnedColumns))}`;

/** Milliseconds between two statements. Many jobs share a statement; a single job does not wait. */
const restMs = 20;

/** A job, and its row once it is inserted. */
interface QueuedInsert {
  job: SubmittedJob;
  row?: InsertedJob | undefined;
}

/**
 * Inserts jobs that are due on Postgres. Those that come while others wait for the disk, or soon after, share the next statement:
 * while it waits, it holds the turns of its accounts.
 */
function openGatheredInsert(database: Database) {
  const inserting = gather<QueuedInsert>(async (inserts) => {
    const jobs = JSON.stringify(inserts.map(({ job }) => job));
    const { rows } = await database.run((db) => insertSeveral(jobs).execute(db), 'writes');
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const insert of inserts) insert.row = byId.get(insert.job.id);
  }, restMs);

  return async (job: SubmittedJob): Promise<InsertedJob | undefined> => {
    const insert: QueuedInsert = { job };
    await inserting.add(insert);
    return insert.row;
  };
}

/** The next turn of an account. */
export async function takeTurn(database: Database, account: string): Promise<number> {
  const { last } = await database.run((db) => giveTurn(db, account).executeTakeFirstOrThrow(), 'claims');
  return last;
}

/**
 * The statement that gives an account its next turn: after its queued jobs, and not before any running job. So an
 * account without queued jobs comes next, and accounts with queued jobs share evenly (start-time fair
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
