import type { Compilable, SchemaModule } from 'kysely';
import { StoreError } from '../database/store-error.ts';
import { type ColumnTypes, createPeople, createRecords, widenKeys } from './account-tables.ts';
import { createCoordination, createIdentity } from './coordination-tables.ts';
import {
  addRounds,
  createJobs,
  createResults,
  createWorkers,
  nameKinds,
  nameTemplates,
  storeResultsUncompressed,
} from './job-tables.ts';
import { createRevisions } from './revision-tables.ts';
import { createProperties, createValueSets } from './template-tables.ts';
import { createUses } from './use-tables.ts';
import { createWebhooks, traceDeliveries } from './webhook-tables.ts';

/** The statements that lead from a schema version to the next. */
type Migration = (schema: SchemaModule, types: ColumnTypes) => (Compilable | string)[];

/**
 * All migrations in order. Version n of the schema is what the first n make. A released migration never changes, and each adds alone,
 * so that the platen before it can work on at the same time: new tables and their rows, new columns that may be left out, new indexes,
 * triggers that write to new tables.
 */
const migrations: readonly Migration[] = [
  createTables,
  createAccounts,
  createCoordination,
  createResults,
  createJobs,
  createWebhooks,
  createIdentity,
  createWorkers,
  traceDeliveries,
  nameTemplates,
  storeResultsUncompressed,
  addRounds,
  createRevisions,
  createProperties,
  createUses,
  createValueSets,
  nameKinds,
];

/** The version of the schema that this platen writes. A change that takes something away would go on from the next thousand. */
export const schemaVersion = migrations.length;

/** The first version that may lack what this platen needs. */
const nextGeneration = 1000;

function createTables(schema: SchemaModule, types: ColumnTypes): Compilable[] {
  return [
    schema
      .createTable('templates')
      .addColumn('id', types.id, (column) => column.primaryKey().notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('preview_context', 'text', (column) => column.notNull())
      .addColumn('inserted_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull()),
    schema.createIndex('templates_by_account').on('templates').columns(['account', 'id']),
    schema.createIndex('templates_by_name').on('templates').columns(['account', 'name', 'id']),
    schema
      .createTable('api_keys')
      .addColumn('id', types.id, (column) => column.primaryKey().notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('first', 'text', (column) => column.notNull())
      .addColumn('last', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .addColumn('revoked_at', 'bigint'),
  ];
}

function createAccounts(schema: SchemaModule, types: ColumnTypes): Compilable[] {
  return [...widenKeys(schema), ...createPeople(schema, types), ...createRecords(schema, types)];
}

/** Whether this platen can use a schema of this version, after bringing it up to date. */
export function isUsableVersion(version: number): boolean {
  return version < nextGeneration;
}

/**
 * The statements that a database of this version needs: none if a newer platen has added to it. Throws `io_failed` if one has
 * taken something away.
 */
export function pendingMigrations(
  version: number,
  schema: SchemaModule,
  types: ColumnTypes,
  database: string,
): string[] {
  if (!isUsableVersion(version)) {
    throw new StoreError(
      'io_failed',
      `${database} was written by a newer platen (schema ${version}; this one supports ${schemaVersion})`,
      { fix: 'use that version of platen or a newer one, or another database: PLATEN_DATA_DIR, PLATEN_DATABASE_URL' },
    );
  }
  return migrations
    .slice(version)
    .flatMap((migration) => migration(schema, types))
    .map((step) => (typeof step === 'string' ? step : step.compile().sql));
}
