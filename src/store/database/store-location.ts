/** The place of the data: `platen.db` (SQLite) in a local folder, or a Postgres database, `postgres://user:password@host/name`. */
export type StoreLocation = ({ dataFolder: string } | { databaseUrl: string; limits?: PostgresLimits }) & {
  /**
   * Keys that encrypt secrets in the database: 32 bytes each in base64 or hexadecimal digits. The first encrypts, each decrypts.
   * Default: on SQLite the file `secret.key` in the folder, on Postgres none.
   */
  secretKeys?: readonly string[] | undefined;
  /** How many revisions of each template are kept besides those with a label, at least 1. Default 100. */
  keptRevisions?: number;
};

/** What platen takes of a Postgres database, and how long it waits for it. */
export interface PostgresLimits {
  /** Connections of this process together: at least 4. */
  connections: number;
  /** Milliseconds that the server gives a statement (PostgreSQL, "statement_timeout"). */
  statementMs: number;
  /** Milliseconds that a statement may wait for a lock (PostgreSQL, "lock_timeout"). */
  lockMs: number;
  /** Milliseconds after which an answer is no longer waited for, whatever became of the server. */
  queryMs: number;
}

/** The limits unless set otherwise: with the time to connect, a request waits less than 10 s for a frozen server. */
export const defaultPostgresLimits: PostgresLimits = {
  connections: 10,
  statementMs: 5000,
  lockMs: 2000,
  queryMs: 6000,
};
