import { sql } from 'kysely';
import type { Database } from '../rows/tables.ts';

/** A rate: `perSecond` in the long run, `burst` at the same time. */
interface SharedRate {
  perSecond: number;
  burst: number;
}

/** Rates over all processes on the database. */
export interface RateStore {
  /** Takes this many tokens in one statement. Gives 0, or the milliseconds until they are there. */
  take(name: string, tokens: number, rate: SharedRate): Promise<number>;
  /** Removes buckets that are full again. */
  sweep(): Promise<void>;
}

/** The rates in an open database: a bucket is kept as the time at which it is full again (the generic cell rate algorithm). */
export function buildRateStore(database: Database, now: () => Date): RateStore {
  const write: Database['run'] = (work) => database.run(work, 'keys');
  const readMicros = () => now().getTime() * 1000;

  return {
    async take(name, tokens, { perSecond, burst }) {
      const time = readMicros();
      const cost = Math.round((tokens * 1e6) / perSecond);
      const room = Math.round((burst * 1e6) / perSecond);
      const start = sql<number>`case when rates.full_at > ${sql.lit(time)} then rates.full_at else ${sql.lit(time)} end`;
      const taken = await write((db) =>
        db
          .insertInto('rates')
          .values({ name, full_at: time + cost })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ full_at: sql<number>`${start} + ${sql.lit(cost)}` })
              .where(sql<number>`${start} + ${sql.lit(cost)}`, '<=', time + room),
          )
          .returning('full_at')
          .execute(),
      );
      if (taken.length > 0) return 0;
      const row = await database.run(
        (db) => db.selectFrom('rates').select('full_at').where('name', '=', name).executeTakeFirst(),
        'keys',
      );
      return Math.max(1, Math.ceil(((row?.full_at ?? time) + cost - time - room) / 1000));
    },

    async sweep() {
      await write((db) => db.deleteFrom('rates').where('full_at', '<=', readMicros()).execute());
    },
  };
}
