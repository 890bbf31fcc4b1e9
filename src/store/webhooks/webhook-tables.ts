import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from '../account-tables.ts';

/** The trace that an event belongs to. */
export function traceDeliveries(schema: SchemaModule): Compilable[] {
  return [schema.alterTable('deliveries').addColumn('traceparent', 'text')];
}

/** Addresses that are told of events, and the events on their way. */
export function createWebhooks(schema: SchemaModule, { id }: ColumnTypes): Compilable[] {
  return [
    schema
      .createTable('webhooks')
      .addColumn('id', id, (column) => column.primaryKey().notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('enabled', 'bigint', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('old_secret', 'text')
      .addColumn('old_secret_until', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text'),
    schema.createIndex('webhooks_by_account').on('webhooks').columns(['account', 'id']),
    schema
      .createTable('deliveries')
      .addColumn('id', id, (column) => column.primaryKey().notNull())
      .addColumn('webhook_id', id, (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('next_at', 'bigint')
      .addColumn('attempted_at', 'bigint')
      .addColumn('status', 'bigint')
      .addColumn('failure', 'text')
      .addColumn('ms', 'bigint'),
    // An event that is told twice is sent once.
    schema.createIndex('deliveries_by_subject').on('deliveries').columns(['webhook_id', 'subject']).unique(),
    schema.createIndex('deliveries_by_webhook').on('deliveries').columns(['webhook_id', 'id']),
    schema.createIndex('deliveries_by_next').on('deliveries').columns(['next_at']),
    schema.createIndex('deliveries_by_time').on('deliveries').columns(['created_at']),
  ];
}
