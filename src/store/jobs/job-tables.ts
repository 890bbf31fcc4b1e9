import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from '../account-tables.ts';

/** Background renders, whose turn it is among accounts, and the queue of databases that have none of their own. */
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

/** The processes that do background renders. */
export function createWorkers(schema: SchemaModule): Compilable[] {
  return [
    schema
      .createTable('workers')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull()),
  ];
}
