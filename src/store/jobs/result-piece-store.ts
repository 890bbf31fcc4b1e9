import { sql } from 'kysely';
import type { ResultPieceRow } from '../rows/job-tables.ts';
import type { Database } from '../rows/tables.ts';

/** A piece of a result, or all of it. */
export type ResultPiece = Pick<ResultPieceRow, 'name' | 'start' | 'bytes'>;

/** Results of background renders in the database, in pieces that a statement carries well. */
export interface ResultPieceStore {
  /** Adds a piece to a result. */
  add(piece: ResultPiece): Promise<void>;
  /** The piece that holds the byte at this index; undefined if there is none. */
  find(name: string, at: number): Promise<Pick<ResultPieceRow, 'start' | 'bytes'> | undefined>;
  /** The bytes of all its pieces together; undefined if there are none. */
  measure(name: string): Promise<number | undefined>;
  /** Removes all pieces of a result. */
  remove(name: string): Promise<void>;
  /** Up to `limit` results whose last piece came before the time, by name, after the name. */
  list(before: Date, after: string, limit: number): Promise<{ name: string; bytes: number }[]>;
}

/** The results in an open database. */
export function buildResultPieceStore(database: Database, now: () => Date): ResultPieceStore {
  const total = sql<number>`cast(sum(length(bytes)) as bigint)`.as('bytes');

  return {
    async add({ name, start, bytes }) {
      // A server that forgets it has forgotten the end of the render as well.
      await database.run(
        (db) => db.insertInto('result_pieces').values({ name, start, bytes, at: now().getTime() }).execute(),
        'queue',
      );
    },

    find(name, at) {
      return database.run((db) =>
        db
          .selectFrom('result_pieces')
          .select(['start', 'bytes'])
          .where('name', '=', name)
          .where('start', '<=', at)
          .orderBy('start', 'desc')
          .limit(1)
          .executeTakeFirst(),
      );
    },

    async measure(name) {
      const row = await database.run((db) =>
        db.selectFrom('result_pieces').select(total).where('name', '=', name).executeTakeFirst(),
      );
      return row?.bytes ?? undefined;
    },

    async remove(name) {
      await database.run((db) => db.deleteFrom('result_pieces').where('name', '=', name).execute(), 'writes');
    },

    list(before, after, limit) {
      return database.run((db) =>
        db
          .selectFrom('result_pieces')
          .select(['name', total])
          .where('name', '>', after)
          .groupBy('name')
          .having((group) => group.fn.max('at'), '<', before.getTime())
          .orderBy('name')
          .limit(limit)
          .execute(),
      );
    },
  };
}
