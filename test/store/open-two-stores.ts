import { openStore, type Store, type StoreLocation } from '../../src/store/index.ts';
import { buildClock } from './test-clock.ts';

/** Opens a part of the store in two processes on one database, with one clock. `store` is the first of the two. */
export async function openTwoStores<Part>(location: StoreLocation, openPart: (store: Store) => Promise<Part>) {
  const clock = buildClock();
  const openOne = () => openStore(location, { now: clock.now });
  const [store, other] = await Promise.all([openOne(), openOne()]);
  const [one, two] = await Promise.all([openPart(store), openPart(other)]);
  const close = () => Promise.all([store.close(), other.close()]);
  return { one, two, store, clock, close };
}
