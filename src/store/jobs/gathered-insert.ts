import { CompiledQuery } from 'kysely';
import { gather } from '../../folders/index.ts';
import type { Database } from '../database.ts';
import { type InsertedJob, type SubmittedJob, submitted, told } from './submitted-job.ts';
import { presentTurn } from './take-turn.ts';

const columns = Object.keys(submitted);
const list = (columns: readonly string[], of = '') => columns.map((column) => `${of}"${column}"`).join(', ');

/** Several jobs in the order of their ids, each with the next turn of its account. Accounts are locked in one order. */
const statement = `with asked as (
  select * from json_to_recordset($1) as x(${Object.entries(submitted).map(([column, type]) => `"${column}" ${type}`)})
), given as (
  insert into job_turns (account, last)
  select account, ${presentTurn} + count(*) - 1 from asked group by account order by account
  on conflict (account) do update set last = greatest(
    job_turns.last + (select count(*) from asked where asked.account = excluded.account), excluded.last)
  returning account, last
)
insert into jobs (${list(columns)}, turn)
select ${list(columns, 'asked.')},
  given.last + 1 - row_number() over (partition by asked.account order by asked.id desc)
from asked join given on given.account = asked.account
on conflict (idempotency) do nothing
returning ${list(told)}`;

/** Milliseconds between two statements: whoever submits much has several jobs kept at once, and who submits one does not wait. */
const restMs = 20;

/** A job, and how it stands in the table once it is there. */
interface Asked {
  job: SubmittedJob;
  row?: InsertedJob | undefined;
}

/**
 * Inserts jobs that are due on Postgres. Those that come while others wait for the disk, or soon after, share the next statement:
 * while it waits, it holds the turns of its accounts.
 */
export function openGatheredInsert(database: Database) {
  const inserting = gather<Asked>(async (asked) => {
    const jobs = JSON.stringify(asked.map(({ job }) => job));
    const query = CompiledQuery.raw(statement, [jobs]);
    const { rows } = await database.run((db) => db.executeQuery<InsertedJob>(query), 'writes');
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const one of asked) one.row = byId.get(one.job.id);
  }, restMs);

  return async (job: SubmittedJob): Promise<InsertedJob | undefined> => {
    const asked: Asked = { job };
    await inserting.add(asked);
    return asked.row;
  };
}
