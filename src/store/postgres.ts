import type { ClientBase } from 'pg';
import type { Database, Tables } from './database.ts';
import { pendingMigrations, schemaVersion } from './migrations.ts';
import { explainPostgresError } from './postgres-errors.ts';
import { StoreError } from './store-error.ts';

/** Names the lock under which tables are made. Any number, but the same in every platen. */
const migrationLock = 7_526_283;

/** Milliseconds to wait for a connection. */
const connectTimeoutMs = 10_000;

/** The type of `bigint` columns (pg_type.h). They hold times and counts here, which are safe integers. */
const int8 = 20;

/** Opens a Postgres database by its address. Durability is the server's: by default an answered write is kept. */
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
  const name = describe(databaseUrl, () => new pg.Client(options));
  const pool = new pg.Pool(options);
  // A connection that dies leaves the pool by itself, and the statement that it breaks reports why. Without these listeners it would
  // end the process: the pool listens to a connection only while it is idle.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const client = await pool.connect();
    try {
      await refuseEncoding(client, name);
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
    async tryWrite() {
      try {
        await pool.query('update platen_schema set version = version');
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

async function refuseEncoding(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'config_invalid',
      `${name} has the encoding ${encoding}, which does not hold every text; make it with UTF8`,
    );
  }
}

async function migrate(client: ClientBase, pending: (version: number) => string[]): Promise<void> {
  await client.query('begin isolation level read committed');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    // Looked for first, so that a user who may only read and write rows can use tables that are up to date.
    const { rows: found } = await client.query("select 1 from pg_class where oid = to_regclass('platen_schema')");
    if (found.length === 0) await client.query('create table platen_schema (version bigint not null)');
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

/** Names the database for errors, without the password that its address may hold. */
function describe(
  databaseUrl: string,
  buildClient: () => { database?: string | undefined; host: string; port: number },
) {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new TypeError('not an address of Postgres');
    const { database, host, port } = buildClient();
    return `the Postgres database "${database}" at ${host}:${port}`;
  } catch (error) {
    // Only a certificate is read from a file. Any other cause is left out, because it would show the address.
    const { path } = error as NodeJS.ErrnoException;
    const reason =
      path === undefined
        ? 'is not of the form postgres://user:password@host/name'
        : `names ${path}, which cannot be read`;
    throw new StoreError('config_invalid', `the address of the database ${reason}`);
  }
}
