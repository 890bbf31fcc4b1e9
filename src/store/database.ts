import type { Generated, Kysely } from 'kysely';
import type {
  AuditRow,
  LinkRow,
  MembershipRow,
  QuotaRow,
  RenderRow,
  SessionRow,
  UsageRow,
  UserRow,
} from './account-rows.ts';
import type { ClaimRow, RateRow } from './coordination/coordination-rows.ts';
import type { IdentityRow } from './coordination/identity-table.ts';
import type { JobTables } from './jobs/job-rows.ts';
import type { ResultPieceRow } from './jobs/result-tables.ts';
import type { DeliveryRow, WebhookRow } from './webhooks/webhook-rows.ts';

/** A row of the template table. Times are milliseconds since 1970. `preview_context` is JSON text, which keeps the order of keys. */
export interface TemplateRow {
  id: string;
  account: string;
  name: string;
  content: string;
  preview_context: string;
  inserted_at: number;
  updated_at: number;
  version: number;
  /** Who changed it last; null where that was not noted. */
  updated_by: string | null;
}

/** A row of the key table. `digest` is the SHA-256 of the whole key in hex. Times are milliseconds since 1970. */
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
  /** Words with blanks between them. */
  scopes: string;
  /** Ids as a JSON list; null for all templates. */
  templates: string | null;
  created_by: string | null;
}

/** The tables, which are the same in every database. */
export interface Tables extends JobTables {
  templates: TemplateRow;
  api_keys: Omit<KeyRow, 'scopes'> & { scopes: Generated<string> };
  users: UserRow;
  memberships: MembershipRow;
  sessions: SessionRow;
  links: LinkRow;
  renders: RenderRow;
  usage: UsageRow;
  quotas: QuotaRow;
  audit: AuditRow;
  claims: ClaimRow;
  rates: RateRow;
  result_pieces: ResultPieceRow;
  webhooks: WebhookRow;
  deliveries: DeliveryRow;
  database_identity: IdentityRow;
}

/**
 * Whose connections a statement goes over, where a database has several: writes that wait for a lock hold up no read, and neither of
 * them the check of a key or that of health. What goes over `claims` may be lost when the machine fails, so nobody need wait for the
 * disk; what goes over `queue` is done again by itself, so that nobody does; nor over `tickets`, where statements are best done in
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

/** An open database with the newest tables. Behind it lies what truly differs between databases. */
export interface Database {
  /**
   * Works on the tables. Throws whatever fails as a `StoreError`. Each statement stands alone: SQLite has one connection, and a
   * transaction held over an `await` would include the statements of others. Default of `lane`: "reads".
   */
  run<T>(work: (db: Kysely<Tables>) => Promise<T>, lane?: Lane): Promise<T>;
  /** Writes what is there already, to find out whether writing works. Throws a `StoreError`. */
  tryWrite(): Promise<void>;
  /** The connections of each lane; empty where there is but one. */
  connections(): LaneConnections[];
  /** Which database it is, for people. */
  kind: 'SQLite' | 'Postgres';
  /** Releases the database. */
  close(): Promise<void>;
}
