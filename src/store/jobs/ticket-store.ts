import type { Database } from '../rows/tables.ts';

/** Lets its holder do the next job of an account. A queue carries tickets, and knows nothing of jobs. */
export interface JobTicket {
  /** A UUID. */
  id: string;
  account: string;
  /** Tickets go in the order of their turns. */
  turn: number;
}

/** A claimed ticket. */
export interface ClaimedTicket extends JobTicket {
  /** Whether another holder lost it or gave it back before. */
  isAgain: boolean;
}

/** The queue of a database without one: tickets, who holds them and until when. */
export interface TicketStore {
  push(ticket: JobTicket): Promise<void>;
  /** Claims at most `limit` tickets without a holder, in the order of their turns. */
  claim(holder: string, limit: number, holdMs: number): Promise<ClaimedTicket[]>;
  /** Holds tickets of this holder for longer. */
  renew(holder: string, ids: readonly string[], holdMs: number): Promise<void>;
  /** Has a ticket wait again. */
  release(id: string, holder: string): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** How many tickets there are of each account, held ones included. */
  countByAccount(): Promise<Map<string, number>>;
}

/** The tickets in an open database. A lost one is replaced in time, so nothing waits for the disk. */
export function buildTicketStore(database: Database, now: () => Date): TicketStore {
  const run: Database['run'] = (work) => database.run(work, 'claims');
  const columns = ['id', 'account', 'turn', 'claims'] as const;

  return {
    async push(ticket) {
      await run((db) =>
        db
          .insertInto('job_tickets')
          .values({ ...ticket, holder: null, held_until: 0, claims: 0 })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute(),
      );
    },

    async claim(holder, limit, holdMs) {
      const time = now().getTime();
      const rows = await run((db) =>
        db
          .updateTable('job_tickets')
          .set((old) => ({ holder, held_until: time + holdMs, claims: old('claims', '+', 1) }))
          .where('id', 'in', (tickets) =>
            tickets
              .selectFrom('job_tickets')
              .select('id')
              .where('held_until', '<=', time)
              .orderBy('turn')
              .orderBy('id')
              .limit(limit),
          )
          .returning(columns)
          .execute(),
      );
      return rows
        .sort((left, right) => left.turn - right.turn || (left.id < right.id ? -1 : 1))
        .map(({ claims, ...ticket }) => ({ ...ticket, isAgain: claims > 1 }));
    },

    async renew(holder, ids, holdMs) {
      await run((db) =>
        db
          .updateTable('job_tickets')
          .set({ held_until: now().getTime() + holdMs })
          .where('id', 'in', ids)
          .where('holder', '=', holder)
          .execute(),
      );
    },

    async release(id, holder) {
      await run((db) =>
        db
          .updateTable('job_tickets')
          .set({ holder: null, held_until: 0 })
          .where('id', '=', id)
          .where('holder', '=', holder)
          .execute(),
      );
    },

    async remove(ids) {
      await run((db) => db.deleteFrom('job_tickets').where('id', 'in', ids).execute());
    },

    async countByAccount() {
      const rows = await run((db) =>
        db
          .selectFrom('job_tickets')
          .select((row) => ['account', row.fn.countAll<number>().as('count')])
          .groupBy('account')
          .execute(),
      );
      return new Map(rows.map(({ account, count }) => [account, count]));
    },
  };
}
