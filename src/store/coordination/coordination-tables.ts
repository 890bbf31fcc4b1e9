import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from '../account-tables.ts';

/** What services on one database promise together: each idempotent request once, and rates over all of them. */
export function createCoordination(schema: SchemaModule, { bytes }: ColumnTypes): Compilable[] {
  return [
    schema
      .createTable('claims')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('is_done', 'bigint', (column) => column.notNull())
      .addColumn('facts', 'text')
      .addColumn('pdf', bytes)
      .addPrimaryKeyConstraint('claims_by_name', ['scope', 'name']),
    schema.createIndex('claims_by_end').on('claims').columns(['expires_at']),
    schema
      .createTable('rates')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('full_at', 'bigint', (column) => column.notNull()),
    schema.createIndex('rates_by_end').on('rates').columns(['full_at']),
  ];
}
