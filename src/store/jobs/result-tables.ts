import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from '../account-tables.ts';

/** A piece of a result. `start` is the index of its first byte in the whole; `at` is in milliseconds since 1970. */
export interface ResultPieceRow {
  name: string;
  start: number;
  at: number;
  bytes: Uint8Array;
}

/** The PDFs of background renders, in pieces. */
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

/** PDFs are compressed already: Postgres would try it once more, in vain (PostgreSQL, 66.2). */
export function keepResultsAsTheyAre(_: SchemaModule, { bytes }: ColumnTypes): string[] {
  return bytes === 'bytea' ? ['alter table result_pieces alter column bytes set storage external'] : [];
}
