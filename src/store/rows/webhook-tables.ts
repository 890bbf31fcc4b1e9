import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from './account-tables.ts';

/** A row of the webhooks. Times are milliseconds since 1970. */
export interface WebhookRow {
  id: string;
  account: string;
  address: string;
  /** Words with blanks between them. */
  events: string;
  /** 1, or 0 if the address is gone. */
  enabled: number;
  /** Sealed if the service has a key, else as it signs: a digest could not sign. */
  secret: string;
  /** The secret before, and until when it signs too. */
  old_secret: string | null;
  old_secret_until: number | null;
  created_at: number;
  created_by: string | null;
}

/** A row of the deliveries: an event on its way to a webhook. Times are milliseconds since 1970. */
export interface DeliveryRow {
  id: string;
  webhook_id: string;
  account: string;
  /** The subject: the id of a render, or of the test. */
  subject: string;
  event: string;
  /** What is sent. */
  body: string;
  /** The trace that it belongs to (W3C Trace Context). */
  traceparent: string | null;
  created_at: number;
  state: string;
  attempts: number;
  /** When it is sent next; null once that has ended. The sender moves this behind the time of its attempt. */
  next_at: number | null;
  attempted_at: number | null;
  status: number | null;
  failure: string | null;
  ms: number | null;
}

/** The trace that an event belongs to. */
export function traceDeliveries(schema: SchemaModule): Compilable[] {
  return [schema.alterTable('deliveries').addColumn('traceparent', 'text')];
}

/** URLs that receive events, and their deliveries. */
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
    // One delivery for each subject.
    schema.createIndex('deliveries_by_subject').on('deliveries').columns(['webhook_id', 'subject']).unique(),
    schema.createIndex('deliveries_by_webhook').on('deliveries').columns(['webhook_id', 'id']),
    schema.createIndex('deliveries_by_next').on('deliveries').columns(['next_at']),
    schema.createIndex('deliveries_by_time').on('deliveries').columns(['created_at']),
  ];
}
