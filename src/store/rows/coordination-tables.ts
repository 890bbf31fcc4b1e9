import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from './account-tables.ts';

/** A row of the claims: an idempotent request, who works on it, and what came of it. Times are milliseconds since 1970. */
export interface ClaimRow {
  scope: string;
  name: string;
  digest: string;
  /** The process that works on it, and until when it does unless it renews the claim. */
  holder: string;
  held_until: number;
  expires_at: number;
  /** 1 once it has succeeded, else 0. */
  is_done: number;
  /** JSON of the result; null while there is none, and if it is too large to keep. */
  facts: string | null;
  pdf: Uint8Array | null;
}

/** A row of the rates. `full_at` is when the bucket is full again, in microseconds since 1970. */
export interface RateRow {
  name: string;
  full_at: number;
}

/** The row of the identity. */
export interface IdentityRow {
  /** Always 1: there is no second row. */
  one: number;
  identity: string;
}

/** What tells a database from others. */
export function createIdentity(schema: SchemaModule): Compilable[] {
  return [
    schema
      .createTable('database_identity')
      .addColumn('one', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('identity', 'text', (column) => column.notNull()),
  ];
}

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
