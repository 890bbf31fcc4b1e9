import { sql } from 'kysely';
import { buildUuidSource } from '../database/uuid.ts';
import type { Database } from '../rows/tables.ts';
import { nextRound, takeTurn } from './insert-job.ts';
import { jobColumns, readJob, type StoredJob } from './stored-job.ts';
import type { JobTicket } from './ticket-store.ts';

/** Jobs that wait and run, over all processes. */
export interface JobCounts {
  /** Those that are due. */
  waiting: number;
  /** Milliseconds for which the oldest of them waits. 0 if none waits. */
  oldestMs: number;
  running: number;
}

/** How many jobs wait, and the bytes that their requests take in the database. */
export interface WaitingJobs {
  count: number;
  bytes: number;
}

/** What keeps jobs going, whichever service runs them. */
export interface JobKeeping {
  counts(): Promise<JobCounts>;
  /** What waits of each account, due or not. */
  countQueued(): Promise<Map<string, WaitingJobs>>;
  /** Makes due at most `limit` jobs whose time has come, and gives the tickets for them. */
  makeDue(limit: number): Promise<JobTicket[]>;
  /** How many jobs of each account wait for a ticket's holder, and do so for longer than this many milliseconds. */
  countWaiting(sinceMs: number): Promise<Map<string, number>>;
  /** A further ticket for an account, for a job that has lost its own. */
  makeTicket(account: string): Promise<JobTicket>;
  /** At most `limit` jobs whose time is over. They are still there, so that what is kept elsewhere is deleted first. */
  listExpired(limit: number): Promise<StoredJob[]>;
  /** The places of the PDFs of these jobs, of those that exist and have one. */
  findPlaces(ids: readonly string[]): Promise<Map<string, object>>;
  /** At most `limit` jobs that have ended and that webhooks do not know of, the oldest first. */
  listUnannounced(limit: number): Promise<StoredJob[]>;
  /** Notes that webhooks know of the end of these jobs. */
  markAnnounced(ids: readonly string[]): Promise<void>;
  /** Removes jobs whose time is over, and that webhooks know of. */
  remove(ids: readonly string[]): Promise<void>;
}

/** The keeping of jobs in an open database. */
export function buildJobKeeping(database: Database, now: () => Date): JobKeeping {
  const makeId = buildUuidSource(now);
  const write: Database['run'] = (work) => database.run(work, 'writes');
  // What is announced twice makes one delivery.
  const runRelaxed: Database['run'] = (work) => database.run(work, 'claims');

  return {
    async counts() {
      const rows = await database.run((db) =>
        db
          .selectFrom('jobs')
          .select((row) => [
            'status',
            row.fn.countAll<number>().as('count'),
            // A job with a date waits from then on.
            row.fn.min<number>(row.fn.coalesce('start_at', 'created_at')).as('oldest'),
          ])
          .where('status', 'in', ['queued', 'running'])
          .where('turn', 'is not', null)
          .groupBy('status')
          .execute(),
      );
      const [queued, running] = ['queued', 'running'].map((status) => rows.find((row) => row.status === status));
      return {
        waiting: queued?.count ?? 0,
        oldestMs: queued ? Math.max(0, now().getTime() - queued.oldest) : 0,
        running: running?.count ?? 0,
      };
    },

    async countQueued() {
      // Neither of them reads the text: SQLite knows its bytes from the head of the row, Postgres from the pointer to it.
      const bytes = database.kind === 'SQLite' ? sql`octet_length(request)` : sql`pg_column_size(request)`;
      const rows = await database.run((db) =>
        db
          .selectFrom('jobs')
          .select((row) => [
            'account',
            row.fn.countAll<number>().as('count'),
            sql<number>`cast(coalesce(sum(${bytes}), 0) as bigint)`.as('bytes'),
          ])
          .where('status', '=', 'queued')
          .groupBy('account')
          .execute(),
      );
      return new Map(rows.map(({ account, ...waiting }) => [account, waiting]));
    },

    async makeDue(limit) {
      const due = await database.run((db) =>
        db
          .selectFrom('jobs')
          .select(['id', 'account'])
          .where('status', '=', 'queued')
          .where('turn', 'is', null)
          .where('start_at', '<=', now().getTime())
          .orderBy('start_at')
          .limit(limit)
          .execute(),
      );
      const tickets: JobTicket[] = [];
      for (const { id, account } of due) {
        const turn = await takeTurn(database, account);
        const round = nextRound({
          account: sql.ref('jobs.account'),
          api_key: sql.ref('jobs.api_key'),
          rank: sql.ref('jobs.rank'),
        });
        const rows = await write((db) =>
          db
            .updateTable('jobs')
            .set({ turn, round })
            .where('id', '=', id)
            .where('status', '=', 'queued')
            .where('turn', 'is', null)
            .returning('id')
            .execute(),
        );
        if (rows.length > 0) tickets.push({ id, account, turn });
      }
      return tickets;
    },

    async countWaiting(sinceMs) {
      const rows = await database.run((db) =>
        db
          .selectFrom('jobs')
          .select((row) => ['account', row.fn.countAll<number>().as('count')])
          .where('status', '=', 'queued')
          .where('turn', 'is not', null)
          .where('created_at', '<', now().getTime() - sinceMs)
          .groupBy('account')
          .execute(),
      );
      return new Map(rows.map(({ account, count }) => [account, count]));
    },

    async makeTicket(account) {
      return { id: makeId(), account, turn: await takeTurn(database, account) };
    },

    async listExpired(limit) {
      const rows = await database.run((db) =>
        db.selectFrom('jobs').select(jobColumns).where('expires_at', '<=', now().getTime()).limit(limit).execute(),
      );
      return rows.map(readJob);
    },

    async findPlaces(ids) {
      if (ids.length === 0) return new Map();
      const rows = await database.run((db) =>
        db.selectFrom('jobs').select(['id', 'result']).where('id', 'in', ids).where('result', 'is not', null).execute(),
      );
      return new Map(rows.map(({ id, result }) => [id, JSON.parse(result ?? '{}')]));
    },

    async listUnannounced(limit) {
      const rows = await database.run((db) =>
        db
          .selectFrom('jobs')
          .select(jobColumns)
          .where('announced', '=', 0)
          .where('ended_at', 'is not', null)
          .orderBy('ended_at')
          .limit(limit)
          .execute(),
      );
      return rows.map(readJob);
    },

    async markAnnounced(ids) {
      if (ids.length === 0) return;
      await runRelaxed((db) => db.updateTable('jobs').set({ announced: 1 }).where('id', 'in', ids).execute());
    },

    async remove(ids) {
      if (ids.length === 0) return;
      await write((db) =>
        db
          .deleteFrom('jobs')
          .where('id', 'in', ids)
          .where('expires_at', '<=', now().getTime())
          .where('announced', '=', 1)
          .execute(),
      );
    },
  };
}
