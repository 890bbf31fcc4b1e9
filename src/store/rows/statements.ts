import type { Compilable, CompiledQuery, Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** A placeholder in a statement for a value of each run. */
class Place {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
}

/**
 * A statement that is built once for each connection pool, because building one takes longer than sending it. `build` gets
 * placeholders for its values and must insert them unchanged: they cannot be compared or used in calculations.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const known = new WeakMap<Kysely<Tables>, CompiledQuery<Row>>();
  const places = new Proxy({}, { get: (_, name) => new Place(name) }) as Values;

  return async (db, values) => {
    const statement = known.get(db) ?? build(db, places).compile();
    known.set(db, statement);
    const parameters = statement.parameters.map((value) =>
      value instanceof Place ? values[value.name as keyof Values] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}

/** A row as a statement that selects its values, so that an insert can have conditions. `names` are its columns. */
interface SelectedRow<Row> {
  names: (keyof Row & string)[];
  values: SelectQueryBuilder<Tables, never, object>;
}

/** Selects the values of a row, and nothing from any table. */
export function selectRow<Row extends object>(db: Kysely<Tables>, row: Row): SelectedRow<Row> {
  const names = Object.keys(row) as (keyof Row & string)[];
  return { names, values: db.selectNoFrom((values) => names.map((name) => values.val(row[name]).as(name))) };
}
