import type { RenderProgress } from '../../contract/index.ts';
import type { JobRow } from '../rows/job-tables.ts';
import { compileOnce } from '../rows/statements.ts';
import type { Database } from '../rows/tables.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { attemptLimit, endJob } from './end-job.ts';
import type { ResultPiece } from './result-piece-store.ts';
import { type JobFacts, jobColumns, readJob, type StoredJob } from './stored-job.ts';
import { readStoredRequest } from './stored-request.ts';
import type { ClaimedTicket } from './ticket-store.ts';

/** A job to do. Without `request` it was begun too often, and all that is left to do is to say so. */
export interface TakenJob {
  job: StoredJob;
  /** JSON of the request, without its secrets. */
  request: string | undefined;
  /** The secrets that it was submitted with; undefined without any. Throws `io_failed` if they cannot be opened. */
  openSecrets(): string | undefined;
}

/** How a job ended that was done: its facts, and the place of the result. */
export interface JobEnd {
  facts: JobFacts;
  result?: object | undefined;
  /** The result itself, if this database keeps it and does not have it yet: it is there with the end, or not at all. */
  piece?: ResultPiece | undefined;
  /** How far it came; null if nothing is known of it. */
  progress?: RenderProgress | null | undefined;
}

/** How jobs are done. */
export interface JobWork {
  /**
   * Takes the next job of the ticket's account, or the one that was begun under this ticket before. Undefined if there is none:
   * the ticket is used up then.
   */
  take(ticket: ClaimedTicket): Promise<TakenJob | undefined>;
  /** Notes how far jobs are, and names those among all of them that were cancelled or ended meanwhile. */
  noteProgress(progress: ReadonlyMap<string, RenderProgress | null>): Promise<string[]>;
  /** Records the end of a running job. Undefined if it has ended already: exactly one end is recorded. */
  end(id: string, end: JobEnd): Promise<StoredJob | undefined>;
  /** Has a job wait again that runs under this ticket, as if it had not been begun. */
  giveBack(id: string, ticket: string): Promise<void>;
}

const taken = [...jobColumns, 'request'] as const;

type TakenRow = Pick<JobRow, (typeof taken)[number]>;

/** How jobs are done in an open database. */
export function buildJobWork(database: Database, box: SecretBox, now: () => Date): JobWork {
  const runRelaxed: Database['run'] = (work) => database.run(work, 'queue');
  const takeNext = compileOnce((db, values: ClaimedTicket & { time: number }) =>
    db
      .updateTable('jobs')
      .set((old) => ({
        status: 'running',
        ticket: values.id,
        turn: values.turn,
        attempts: old('attempts', '+', 1),
        started_at: values.time,
        progress: null,
      }))
      .where('id', '=', (jobs) =>
        jobs
          .selectFrom('jobs')
          .select('id')
          .where('status', '=', 'queued')
          .where('account', '=', values.account)
          .where('turn', 'is not', null)
          .orderBy('rank')
          .orderBy('round')
          .orderBy('id')
          .limit(1)
          // Of two concurrent claims, each gets its own; SQLite has one writer anyway.
          .$if(database.kind === 'Postgres', (query) => query.forUpdate().skipLocked()),
      )
      .where('status', '=', 'queued')
      .returning(taken),
  );

  function readTaken({ request, ...row }: TakenRow): TakenJob {
    const job = readJob(row);
    if (request === null) return { job, request: undefined, openSecrets: () => undefined };
    return { job, ...readStoredRequest(box, { kind: 'render', account: job.account, id: job.id }, request) };
  }

  /** The job that was begun under a ticket which was lost. */
  async function takeAgain({ id: ticket, account }: ClaimedTicket): Promise<TakenJob | undefined> {
    const [row] = await runRelaxed((db) =>
      db
        .updateTable('jobs')
        .set((old) => ({ attempts: old('attempts', '+', 1), started_at: now().getTime(), progress: null }))
        .where('status', '=', 'running')
        .where('account', '=', account)
        .where('ticket', '=', ticket)
        .returning(taken)
        .execute(),
    );
    if (row === undefined) return undefined;
    return readTaken(row.attempts > attemptLimit ? { ...row, request: null } : row);
  }

  return {
    async take(ticket) {
      const again = ticket.isAgain && (await takeAgain(ticket));
      if (again) return again;
      const time = now().getTime();
      const [row] = await runRelaxed((db) => takeNext(db, { ...ticket, time }));
      return row && readTaken(row);
    },

    async noteProgress(progress) {
      const noted = [...progress].filter(([, value]) => value !== null);
      for (const [id, value] of noted) {
        await runRelaxed((db) =>
          db
            .updateTable('jobs')
            .set({ progress: JSON.stringify(value) })
            .where('id', '=', id)
            .where('status', '=', 'running')
            .execute(),
        );
      }
      const rows = await database.run((db) =>
        db
          .selectFrom('jobs')
          .select('id')
          .where('id', 'in', [...progress.keys()])
          .where('status', '=', 'running')
          .execute(),
      );
      const running = new Set(rows.map(({ id }) => id));
      return [...progress.keys()].filter((id) => !running.has(id));
    },

    async end(id, { facts, result, progress, piece }) {
      const end = {
        id,
        time: now().getTime(),
        status: facts.error === null ? 'done' : 'failed',
        facts: JSON.stringify(facts),
        result: result ? JSON.stringify(result) : null,
        progress: progress ? JSON.stringify(progress) : null,
      };
      const row = await endJob(database, end, piece);
      return row && readJob(row);
    },

    async giveBack(id, ticket) {
      await runRelaxed((db) =>
        db
          .updateTable('jobs')
          .set((old) => ({
            status: 'queued',
            ticket: null,
            attempts: old('attempts', '-', 1),
            started_at: null,
            progress: null,
          }))
          .where('id', '=', id)
          .where('status', '=', 'running')
          .where('ticket', '=', ticket)
          .execute(),
      );
    },
  };
}
