import type { StoreLocation } from '../../src/store/index.ts';

/** A running database system, in which every test gets its own database. */
export interface RunningDatabase<Location extends StoreLocation = StoreLocation> {
  /** A new database, in which nothing has been made. */
  makeLocation(): Promise<Location>;
  /** A database without a row for the test that asks. Others may have used it before, so that its tables may be there. */
  emptyLocation(): Promise<Location>;
  /** Gives back what it holds. */
  stop(): Promise<void>;
}
