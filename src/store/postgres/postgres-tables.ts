import type { ClientBase } from 'pg';
import { StoreError } from '../database/store-error.ts';
import { schemaVersion } from '../rows/migrations.ts';

/** Names the lock under which tables are made. Any number, but the same in every platen. */
const migrationLock = 7_526_283;

/** Milliseconds to wait for a table that others use. */
const tableLockMs = 30_000;

/** Throws `config_invalid` if the database cannot hold every text. */
export async function refuseEncoding(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'config_invalid',
      `${name} has the encoding ${encoding}, which cannot store every text; create it with UTF8`,
    );
  }
}

/**
 * Brings the tables up to date in one transaction, under a lock that other processes wait for. `pending` gives the statements that a
 * schema of this version needs.
 */
export async function migratePostgres(client: ClientBase, pending: (version: number) => string[]): Promise<void> {
  await client.query('begin isolation level read committed');
  try {
    // The first of several processes may take long; the others wait for it.
    await client.query('set local statement_timeout = 0');
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    // Looked for first, so that a user who may only read and write rows can use tables that are up to date.
    const { rows: found } = await client.query("select 1 from pg_class where oid = to_regclass('platen_schema')");
    if (found.length === 0) await client.query('create table platen_schema (version bigint not null)');
    const { rows } = await client.query<{ version: number }>('select version from platen_schema');
    const steps = pending(rows[0]?.version ?? 0);
    // A table that is in use must not be waited for without end: later statements would wait behind it.
    await client.query(`set local lock_timeout = ${tableLockMs}`);
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
