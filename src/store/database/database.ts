import type { Kysely } from 'kysely';

/**
 * Whose connections a statement goes over, if a database has several: writes that wait for a lock hold up no read, and neither of
 * them the check of a key or that of health. What goes over `claims` may be lost when the machine fails, so no caller waits for the
 * disk; what goes over `queue` is done again by itself, so no caller waits; nor over `tickets`, where statements are best done in
 * another way from one time to the next; what goes over `writes` is seen by others while its caller still waits for it.
 */
export type Lane = 'reads' | 'writes' | 'keys' | 'health' | 'claims' | 'queue' | 'tickets';

/** The connections of a lane, and the statements that wait for one. */
export interface LaneConnections {
  lane: Lane;
  open: number;
  idle: number;
  waiting: number;
}

/** An open database with these tables, brought up to date. It hides what differs between SQLite and Postgres. */
export interface OpenDatabase<Tables> {
  /**
   * Works on the tables. Throws whatever fails as a `StoreError`. Each statement is independent: SQLite has one connection, and a
   * transaction held over an `await` would include the statements of others. Default of `lane`: "reads".
   */
  run<T>(work: (db: Kysely<Tables>) => Promise<T>, lane?: Lane): Promise<T>;
  /** Writes what is there already, to find out whether writing works. Throws a `StoreError`. */
  tryWrite(): Promise<void>;
  /** The connections of each lane; empty if there is but one. */
  connections(): LaneConnections[];
  /** Which database it is, for people. */
  kind: 'SQLite' | 'Postgres';
  /** Releases the database. */
  close(): Promise<void>;
}
