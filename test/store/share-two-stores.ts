import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { openStore, type Store } from '../../src/store/index.ts';
import { openDatabase } from './open-database.ts';
import type { RunningDatabase } from './running-database.ts';
import { buildClock } from './test-clock.ts';

/** The store in two processes on one database, with one clock. `store` is the first of the two. */
interface TwoStores<Part> {
  one: Part;
  two: Part;
  store: Store;
  clock: ReturnType<typeof buildClock>;
}

/** Gives a part of two stores, in which what earlier tests have left is gone. */
export type OpenTwoStores = <Part>(openPart: (store: Store) => Promise<Part>) => Promise<TwoStores<Part>>;

/** Opens two stores for all tests of a suite, one after the other: opening them takes longer than what most tests do with them. */
export function shareTwoStores(running: () => RunningDatabase): OpenTwoStores {
  const clock = buildClock();
  let opened: { store: Store; other: Store; empty(): Promise<void>; close(): Promise<unknown> } | undefined;
  beforeAll(async () => {
    const location = await running().makeLocation();
    const openOne = () => openStore(location, { now: clock.now });
    const [store, other] = await Promise.all([openOne(), openOne()]);
    const database = await openDatabase(location);
    const tables = await database.run((db) => db.introspection.getTables());
    const names = tables.map(({ name }) => name).filter((name) => name !== 'platen_schema');
    opened = {
      store,
      other,
      empty: () =>
        database.run((db) =>
          db.transaction().execute(async (locked) => {
            for (const name of names) await sql`delete from ${sql.table(name)}`.execute(locked);
          }),
        ),
      close: () => Promise.all([store.close(), other.close(), database.close()]),
    };
  });
  afterAll(() => opened?.close());
  return async (openPart) => {
    if (!opened) throw new Error('the stores are not open');
    const { store, other, empty } = opened;
    await empty();
    const [one, two] = await Promise.all([openPart(store), openPart(other)]);
    return { one, two, store, clock };
  };
}
