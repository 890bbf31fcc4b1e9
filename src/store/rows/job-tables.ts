import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from './account-tables.ts';

/** A row of the jobs: a render in the background, and all that is known of it. Times are milliseconds since 1970. */
export interface JobRow {
  id: string;
  account: string;
  /** The id of the key that asked, or of the person after `user:`. */
  api_key: string;
  by: string;
  /** What it makes. */
  kind: string;
  status: string;
  /** Smaller goes first: 0 high, 1 normal, 2 low. Orders the jobs of one account alone. */
  rank: number;
  /** Its position among the jobs of all accounts; null until it is due. */
  turn: number | null;
  /** Its position among the jobs of its account with its rank: each key has one job in a round. 0 until it is due. */
  round: number;
  created_at: number;
  start_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  expires_at: number | null;
  keep_seconds: number;
  attempts: number;
  /** The ticket under which it runs. */
  ticket: string | null;
  /** The request as JSON, after a line with its sealed secrets; null once it has ended. */
  request: string | null;
  source: string;
  /** The id of the first template among the parts; null without one. */
  template: string | null;
  /** JSON, as what follows: how far it is, what came of it, and the place of the result. */
  progress: string | null;
  facts: string | null;
  result: string | null;
  /** 1 once webhooks know of the end, else 0. */
  announced: number;
  request_id: string;
  traceparent: string | null;
  /** Under what name the same request is done once, and the digest of its body. */
  idempotency: string | null;
  digest: string | null;
}

/** A row of the turns: the last turn that an account was given. */
interface TurnRow {
  account: string;
  last: number;
}

/**
 * A row of the tickets, which are the queue on SQLite: a ticket lets its holder do the next job of an account. Until `held_until`
 * (milliseconds since 1970) it is its holder's.
 */
interface TicketRow {
  id: string;
  account: string;
  turn: number;
  holder: string | null;
  held_until: number;
  claims: number;
}

/** A row of the workers: a process that does background renders. `seen_at` is in milliseconds since 1970. */
interface WorkerRow {
  id: string;
  seen_at: number;
}

/** The tables of background renders. */
export interface JobTables {
  jobs: JobRow;
  job_turns: TurnRow;
  job_tickets: TicketRow;
  workers: WorkerRow;
}

/** Background renders, whose turn it is among accounts, and the queue of databases without one. */
export function createJobs(schema: SchemaModule, { id }: ColumnTypes): Compilable[] {
  return [
    schema
      .createTable('jobs')
      .addColumn('id', id, (column) => column.primaryKey().notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('api_key', 'text', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('rank', 'bigint', (column) => column.notNull())
      .addColumn('turn', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('start_at', 'bigint')
      .addColumn('started_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('keep_seconds', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('ticket', 'text')
      .addColumn('request', 'text')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('progress', 'text')
      .addColumn('facts', 'text')
      .addColumn('result', 'text')
      .addColumn('announced', 'bigint', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('traceparent', 'text')
      .addColumn('idempotency', 'text', (column) => column.unique())
      .addColumn('digest', 'text'),
    schema.createIndex('jobs_by_account').on('jobs').columns(['account', 'id']),
    schema.createIndex('jobs_to_do').on('jobs').columns(['status', 'account', 'rank', 'id']),
    schema.createIndex('jobs_by_turn').on('jobs').columns(['status', 'turn']),
    schema.createIndex('jobs_by_end').on('jobs').columns(['expires_at']),
    schema.createIndex('jobs_to_announce').on('jobs').columns(['announced', 'ended_at']),
    schema
      .createTable('job_turns')
      .addColumn('account', 'text', (column) => column.primaryKey().notNull())
      .addColumn('last', 'bigint', (column) => column.notNull()),
    schema
      .createTable('job_tickets')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('turn', 'bigint', (column) => column.notNull())
      .addColumn('holder', 'text')
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .addColumn('claims', 'bigint', (column) => column.notNull()),
    schema.createIndex('job_tickets_by_turn').on('job_tickets').columns(['turn', 'id']),
  ];
}

/** The template that a background render is of. */
export function nameTemplates(schema: SchemaModule): Compilable[] {
  return [schema.alterTable('jobs').addColumn('template', 'text')];
}

/** What background renders make. All those of an older platen make PDFs. */
export function nameKinds(schema: SchemaModule): Compilable[] {
  return [schema.alterTable('jobs').addColumn('kind', 'text', (column) => column.notNull().defaultTo('pdf'))];
}

/** Whose turn it is among the keys of an account. Jobs of an older platen are all in the first round. */
export function addRounds(schema: SchemaModule): Compilable[] {
  return [
    schema.alterTable('jobs').addColumn('round', 'bigint', (column) => column.notNull().defaultTo(0)),
    schema.createIndex('jobs_by_round').on('jobs').columns(['status', 'account', 'rank', 'round', 'id']),
    schema.createIndex('jobs_by_key').on('jobs').columns(['status', 'account', 'rank', 'api_key', 'round']),
  ];
}

/** The processes that do background renders. */
export function createWorkers(schema: SchemaModule): Compilable[] {
  return [
    schema
      .createTable('workers')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull()),
  ];
}

/** A piece of a result. `start` is the index of its first byte in the whole; `at` is in milliseconds since 1970. */
export interface ResultPieceRow {
  name: string;
  start: number;
  at: number;
  bytes: Uint8Array;
}

/** The results of background renders, in pieces. */
export function createResults(schema: SchemaModule, { bytes }: ColumnTypes): Compilable[] {
  return [
    schema
      .createTable('result_pieces')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('start', 'bigint', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('result_pieces_by_start', ['name', 'start']),
  ];
}

/** Results are compressed already: Postgres would compress them again without effect (PostgreSQL, 66.2). */
export function storeResultsUncompressed(_: SchemaModule, { bytes }: ColumnTypes): string[] {
  return bytes === 'bytea' ? ['alter table result_pieces alter column bytes set storage external'] : [];
}
