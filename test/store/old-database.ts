import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import type { StoreLocation } from '../../src/store/index.ts';
import { pendingMigrations, schemaVersion } from '../../src/store/rows/migrations.ts';
import type { Tables } from '../../src/store/rows/tables.ts';
import { keepStatements } from '../../src/store/sqlite/keep-statements.ts';
import { runStatement } from './postgres-cluster.ts';

/** The last version of the schema without revisions of templates. */
const oldVersion = 12;

/** Makes a database as a platen before there were revisions has left it, with as many templates, each of them changed six times. */
export async function makeOldDatabase(location: StoreLocation, templates: number): Promise<void> {
  if ('databaseUrl' in location) {
    const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('nothing is asked')) });
    const steps = oldSteps(new Kysely<Tables>({ dialect }), { id: 'uuid', bytes: 'bytea' });
    for (const step of [
      ...steps,
      'create table platen_schema (version bigint not null)',
      `insert into platen_schema values (${oldVersion})`,
      `insert into templates select ${rowOf("lpad(n::text, 12, '0')")} from generate_series(1, ${templates}) as n`,
    ]) {
      await runStatement(location.databaseUrl, step);
    }
    return;
  }
  await mkdir(location.dataFolder, { recursive: true });
  const database = new DatabaseSync(join(location.dataFolder, 'platen.db'));
  const steps = oldSteps(new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(database) }) }), {
    id: 'text',
    bytes: 'blob',
  });
  for (const step of steps) database.exec(step);
  database.exec(`pragma user_version = ${oldVersion}`);
  database.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${templates})
    insert into templates select ${rowOf("printf('%012d', n)")} from numbers`);
  database.close();
}

function oldSteps({ schema }: Kysely<Tables>, types: { id: 'uuid' | 'text'; bytes: 'bytea' | 'blob' }): string[] {
  const all = pendingMigrations(0, schema, types as never, 'the database');
  const later = pendingMigrations(oldVersion, schema, types as never, 'the database');
  if (schemaVersion <= oldVersion) throw new Error('there is no later version');
  return all.slice(0, all.length - later.length);
}

/** The columns of a template that the database has, in their order. `digits` is the SQL of the last twelve of its id. */
function rowOf(digits: string): string {
  const id = `'00000000-0000-7000-8000-' || ${digits}`;
  const cast = digits.startsWith('lpad') ? `(${id})::uuid` : id;
  return `${cast}, 'a', 'Template ' || n, '<p>' || n, '{"n":' || n || '}', 1700000000000, 1700000000000 + n, 7, 'ada'`;
}
