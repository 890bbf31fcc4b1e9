import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from './database.ts';

/** A row as a statement that selects its values, so that an insert can have conditions. `names` are its columns. */
interface SelectedRow<Row> {
  names: (keyof Row & string)[];
  values: SelectQueryBuilder<Tables, never, object>;
}

/** Selects the values of a row, and nothing from any table. */
export function selectRow<Row extends object>(db: Kysely<Tables>, row: Row): SelectedRow<Row> {
  const names = Object.keys(row) as (keyof Row & string)[];
  return { names, values: db.selectNoFrom((one) => names.map((name) => one.val(row[name]).as(name))) };
}
