import type { Kysely } from 'kysely';

/** The rows of a template table. Times are milliseconds since 1970; `preview_context` is JSON text, so that key order lasts. */
export interface TemplateRow {
  id: string;
  account: string;
  name: string;
  content: string;
  preview_context: string;
  inserted_at: number;
  updated_at: number;
  version: number;
}

/** The rows of the key table. `digest` is the SHA-256 of the whole key in hex. Times are milliseconds since 1970. */
export interface KeyRow {
  id: string;
  account: string;
  name: string;
  digest: string;
  first: string;
  last: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** The tables, the same in every database. */
export interface Tables {
  templates: TemplateRow;
  api_keys: KeyRow;
}

/** An open database with the newest tables. What truly differs between databases lies behind this. */
export interface Database {
  /**
   * Works on the tables; whatever fails comes out as a `StoreError`. Each statement stands alone: SQLite has one
   * connection, and a transaction held over an `await` would take in the statements of others.
   */
  run<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Writes a consistent copy into a new file. */
  backUp(file: string): Promise<void>;
  close(): Promise<void>;
}
