import type { ClientBase } from 'pg';
import type { Database, Tables } from './database.ts';
import { pendingMigrations, schemaVersion } from './migrations.ts';
import { explainPostgresError } from './postgres-errors.ts';
import { StoreError } from './store-error.ts';

/** Any number, but the same in every platen: it names the lock under which tables are made. */
const migrationLock = 7_526_283;

/** How long to wait for a connection, in milliseconds. */
const connectTimeoutMs = 10_000;

/** The type of `bigint` columns (pg_type.h). Ours hold times and counts, all of them safe integers. */
const int8 = 20;

/** Opens a Postgres database by its address. Durability stays as the server has it: by default, an answered write is kept. */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  const [{ default: pg }, { Kysely, PostgresDialect }] = await Promise.all([import('pg'), import('kysely')]);
  const options = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    fallback_application_name: 'platen',
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  };
  const name = describe(() => new pg.Client(options));
  const pool = new pg.Pool(options);
  // A connection that dies while idle leaves the pool by itself; the next statement reports what is wrong.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const client = await pool.connect();
    try {
      await migrate(client, (version) => pendingMigrations(version, db.schema, { id: 'uuid' }, name));
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw explainPostgresError(error, name);
  }
  return {
    async run(work) {
      try {
        return await work(db);
      } catch (error) {
        throw explainPostgresError(error, name);
      }
    },
    async backUp() {
      throw new StoreError('config_invalid', `${name} is backed up with pg_dump, not by platen`);
    },
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

async function migrate(client: ClientBase, pending: (version: number) => string[]): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query('create table if not exists platen_schema (version bigint not null)');
    const { rows } = await client.query<{ version: number }>('select version from platen_schema');
    const steps = pending(rows[0]?.version ?? 0);
    for (const step of steps) await client.query(step);
    if (steps.length > 0) {
      await client.query('delete from platen_schema');
      await client.query('insert into platen_schema values ($1)', [schemaVersion]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The database in words, without the password that its address may hold. */
function describe(buildClient: () => { database?: string | undefined; host: string; port: number }): string {
  try {
    const { database, host, port } = buildClient();
    return `the Postgres database "${database}" at ${host}:${port}`;
  } catch {
    // The cause is left out: it would show the address.
    throw new StoreError(
      'config_invalid',
      'the address of the database is not valid: postgres://user:password@host/name',
    );
  }
}
