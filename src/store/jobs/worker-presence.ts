import type { Database } from '../rows/tables.ts';

/** Which processes do background renders, as they say it themselves. */
export interface WorkerPresence {
  /** Notes that a worker is there, and forgets those without a sign of life for longer than `lostMs` milliseconds. */
  noteWorker(id: string, lostMs: number): Promise<void>;
  /** Notes that a worker ends. */
  forgetWorker(id: string): Promise<void>;
  /** How many workers have said within this many milliseconds that they are there. */
  countWorkers(withinMs: number): Promise<number>;
}

/** The workers in an open database. What a failing machine forgets of them is noted again, so nothing waits for the disk. */
export function buildWorkerPresence(database: Database, now: () => Date): WorkerPresence {
  const write: Database['run'] = (work) => database.run(work, 'claims');

  return {
    async noteWorker(id, lostMs) {
      const seen_at = now().getTime();
      await write((db) =>
        db
          .insertInto('workers')
          .values({ id, seen_at })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at }))
          .execute(),
      );
      await write((db) =>
        db
          .deleteFrom('workers')
          .where('seen_at', '<', seen_at - lostMs)
          .execute(),
      );
    },

    async forgetWorker(id) {
      await write((db) => db.deleteFrom('workers').where('id', '=', id).execute());
    },

    async countWorkers(withinMs) {
      const { count } = await database.run((db) =>
        db
          .selectFrom('workers')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('seen_at', '>=', now().getTime() - withinMs)
          .executeTakeFirstOrThrow(),
      );
      return count;
    },
  };
}
