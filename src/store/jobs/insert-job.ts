import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Database, Tables } from '../database.ts';
import type { JobRow } from './job-rows.ts';
import { jobColumns } from './stored-job.ts';
import { giveTurn, takeTurn } from './take-turn.ts';

const columns = [...jobColumns, 'turn', 'ticket', 'request', 'idempotency', 'digest'] as const;

/** What is told of a job that was inserted. */
const told = [...jobColumns, 'turn'] as const;

/** Inserts a job; with the next turn of its account where it is due. Undefined where one of its name is there. */
export async function insertJob(
  database: Database,
  { isDue, ...job }: Omit<JobRow, 'turn'> & { isDue: boolean },
): Promise<Pick<JobRow, (typeof told)[number]> | undefined> {
  if (isDue && database.kind === 'Postgres') {
    // One statement is one commit less. SQLite has none that inserts into two tables.
    const [row] = await database.run((db) => insertWithTurn(db, job), 'writes');
    return row;
  }
  const turn = isDue ? await takeTurn(database, job.account) : null;
  const [row] = await database.run((db) => insertAsItIs(db, { ...job, turn }), 'writes');
  return row;
}

const insertAsItIs = compileOnce((db, job: JobRow) => insert(db, job, job.turn));

const insertWithTurn = compileOnce((db, job: Omit<JobRow, 'turn'>) =>
  insert(
    db.with('given', (one) => giveTurn(one, job.account)),
    job,
    sql<number>`(select last from given)`,
  ),
);

function insert(db: QueryCreator<Tables>, job: Omit<JobRow, 'turn'>, turn: number | null | RawBuilder<number>) {
  const values = Object.fromEntries(columns.map((column) => [column, (job as JobRow)[column]]));
  return db
    .insertInto('jobs')
    .values({ ...(values as unknown as JobRow), turn })
    .onConflict((conflict) => conflict.column('idempotency').doNothing())
    .returning(told);
}
