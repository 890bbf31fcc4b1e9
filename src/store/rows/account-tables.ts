import type { ColumnDataType, Compilable, SchemaModule } from 'kysely';

/** A row of the users. `password` is its scrypt text, `openid` the issuer and the subject. Times are milliseconds since 1970. */
export interface UserRow {
  id: string;
  email: string;
  password: string | null;
  openid: string | null;
  created_at: number;
  last_sign_in_at: number | null;
}

/** A row of the memberships: what a person is in an account. */
export interface MembershipRow {
  user_id: string;
  account: string;
  role: string;
}

/** A row of the sign-ins. `digest` is the SHA-256 of the cookie in hex, `network` what failures are counted by. */
export interface SessionRow {
  id: string;
  digest: string;
  user_id: string;
  account: string;
  address: string;
  network: string;
  agent: string;
  created_at: number;
  last_used_at: number;
  ended_at: number | null;
}

/** A row of the one-time links. `digest` is the SHA-256 of the link's secret in hex. */
export interface LinkRow {
  digest: string;
  user_id: string;
  expires_at: number;
}

/** A row of the renders. `facts` is JSON. `request` and `pdf` are kept only if the operator chose this. */
export interface RenderRow {
  id: string;
  account: string;
  at: number;
  source: string;
  template: string | null;
  api_key: string | null;
  by: string;
  outcome: string;
  facts: string;
  request: string | null;
  pdf: Uint8Array | null;
}

/** A row of the usage. `day` is in UTC; `api_key` is empty for people. */
export interface UsageRow {
  account: string;
  day: string;
  api_key: string;
  renders: number;
  failures: number;
  pages: number;
  bytes: number;
}

/** A row of the quotas: the most of a month, null for no limit. */
export interface QuotaRow {
  account: string;
  renders: number | null;
  pages: number | null;
}

/** A row of the audit log. `details` is JSON. */
export interface AuditRow {
  id: string;
  account: string;
  at: number;
  by: string;
  action: string;
  target: string | null;
  target_name: string | null;
  details: string;
}

/** The types of columns that differ between databases. */
export interface ColumnTypes {
  id: ColumnDataType;
  bytes: ColumnDataType;
}

/** What a key may do that was made before keys had scopes, or without naming any. */
const firstScopes = 'render templates:read templates:write';

/** Keys that say what they may do and who made them, and templates that say who changed them. */
export function widenKeys(schema: SchemaModule): Compilable[] {
  return [
    schema.alterTable('api_keys').addColumn('scopes', 'text', (column) => column.notNull().defaultTo(firstScopes)),
    schema.alterTable('api_keys').addColumn('templates', 'text'),
    schema.alterTable('api_keys').addColumn('created_by', 'text'),
    schema.alterTable('templates').addColumn('updated_by', 'text'),
    schema.createIndex('api_keys_by_account').on('api_keys').columns(['account', 'id']),
  ];
}

/** People, their accounts, their sign-ins and the links that let them set a password. */
export function createPeople(schema: SchemaModule, { id }: ColumnTypes): Compilable[] {
  return [
    schema
      .createTable('users')
      .addColumn('id', id, (column) => column.primaryKey().notNull())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('password', 'text')
      .addColumn('openid', 'text', (column) => column.unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_sign_in_at', 'bigint'),
    schema
      .createTable('memberships')
      .addColumn('user_id', id, (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('memberships_of_users', ['user_id', 'account']),
    schema.createIndex('memberships_by_account').on('memberships').columns(['account', 'user_id']),
    schema
      .createTable('sessions')
      .addColumn('id', id, (column) => column.primaryKey().notNull())
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', id, (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint'),
    schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'id']),
    schema
      .createTable('links')
      .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', id, (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull()),
  ];
}

/** What was rendered and done, what it came to, and how much an account may have. */
export function createRecords(schema: SchemaModule, { id, bytes }: ColumnTypes): Compilable[] {
  return [
    schema
      .createTable('renders')
      .addColumn('id', id, (column) => column.primaryKey().notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('template', 'text')
      .addColumn('api_key', 'text')
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('request', 'text')
      .addColumn('pdf', bytes),
    schema.createIndex('renders_by_account').on('renders').columns(['account', 'id']),
    schema.createIndex('renders_by_time').on('renders').columns(['at']),
    schema
      .createTable('usage')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('api_key', 'text', (column) => column.notNull())
      .addColumn('renders', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'bigint', (column) => column.notNull())
      .addColumn('pages', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_by_day', ['account', 'day', 'api_key']),
    schema
      .createTable('quotas')
      .addColumn('account', 'text', (column) => column.primaryKey().notNull())
      .addColumn('renders', 'bigint')
      .addColumn('pages', 'bigint'),
    schema
      .createTable('audit')
      .addColumn('id', id, (column) => column.primaryKey().notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target', 'text')
      .addColumn('target_name', 'text')
      .addColumn('details', 'text', (column) => column.notNull()),
    schema.createIndex('audit_by_account').on('audit').columns(['account', 'id']),
  ];
}
