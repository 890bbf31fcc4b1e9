import type { Compilable, SchemaModule } from 'kysely';

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
