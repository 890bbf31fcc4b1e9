import type { StoreLocation } from '../../src/store/index.ts';

/** A running database system, in which every test gets an empty database of its own. */
export interface RunningDatabase {
  makeLocation(): Promise<StoreLocation>;
  stop(): Promise<void>;
}
