import type { Generated } from 'kysely';
import type { OpenDatabase } from '../database/database.ts';
import type {
  AuditRow,
  LinkRow,
  MembershipRow,
  QuotaRow,
  RenderRow,
  SessionRow,
  UsageRow,
  UserRow,
} from './account-tables.ts';
import type { ClaimRow, IdentityRow, RateRow } from './coordination-tables.ts';
import type { JobTables, ResultPieceRow } from './job-tables.ts';
import type { LabelRow, RevisionRow } from './revision-tables.ts';
import type { AssetRow, ContentRow, UseRow } from './use-tables.ts';
import type { DeliveryRow, WebhookRow } from './webhook-tables.ts';

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
  /** Who changed it last; null if that was not noted. */
  updated_by: string | null;
  /** Versions that it had before revision 1. */
  versions_before: Generated<number>;
  /** The message of the change that made the version `message_version`. */
  message: Generated<string | null>;
  message_version: Generated<number | null>;
  /** What the revision of the version `uses_version` uses, as JSON. */
  uses: Generated<string | null>;
  uses_version: Generated<number | null>;
  /** The named sets of values and their schema, as JSON; null for none. */
  value_sets: Generated<string | null>;
  /** Null until the store has derived it. */
  slug: Generated<string | null>;
  kind: Generated<string>;
  /** Names with slashes between them; empty for none. */
  folder: Generated<string>;
  /** A JSON list. */
  tags: Generated<string>;
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
  /** The folder that it is limited to; null for all. */
  folder: string | null;
  created_by: string | null;
}

/** The tables, which are the same in every database. */
export interface Tables extends JobTables {
  templates: TemplateRow;
  template_revisions: RevisionRow;
  template_labels: LabelRow;
  template_contents: ContentRow;
  template_assets: AssetRow;
  template_uses: UseRow;
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

/** An open database of platen. */
export type Database = OpenDatabase<Tables>;
