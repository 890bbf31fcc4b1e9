import { inspect } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPostgresLimits } from '../../../src/store/database/store-location.ts';
import { backUpStore, openStore, restoreStore } from '../../../src/store/index.ts';
import { openPostgres } from '../../../src/store/postgres/postgres.ts';
import { startPostgres } from '../postgres-cluster.ts';

describe('the Postgres database', () => {
  // The last test stops it.
  let cluster: Awaited<ReturnType<typeof startPostgres>> | undefined;
  let admin: pg.Client;
  const url = (database: string) => {
    if (!cluster) throw new Error('Postgres is not running');
    return cluster.url(database);
  };
  beforeAll(async () => {
    cluster = await startPostgres();
    admin = new pg.Client(url('postgres'));
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await cluster?.stop();
  });

  const makeDatabase = async (name: string, options = '') => {
    await admin.query(`create database ${name} ${options}`);
    return url(name);
  };
  const cutConnections = (name: string) =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const failure = { name: 'StoreError', code: 'io_failed' };
  const outage = { name: 'StoreError', code: 'store_unavailable' };
  const setting = { name: 'StoreError', code: 'config_invalid' };

  test('survives connections that are cut while they are idle and while they work', async () => {
    const database = await openPostgres(await makeDatabase('cut'));
    const sleep = database.run((db) => sql`select pg_sleep(20)`.execute(db));
    const lost = expect(sleep).rejects.toMatchObject(outage);
    const working =
      "select 1 from pg_stat_activity where datname = 'cut' and query like '%sleep%' and state = 'active'";
    await expect.poll(async () => (await admin.query(working)).rows.length).toBe(1);
    await cutConnections('cut');
    await lost;

    const ask = async () => (await database.run((db) => sql`select 1 as one`.execute(db))).rows;
    await expect.poll(() => ask().catch(() => [])).toEqual([{ one: 1 }]);
    await cutConnections('cut');
    await expect.poll(() => ask().catch(() => [])).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('shares its connections among reads, writes and checks of keys', async () => {
    const limits = { ...defaultPostgresLimits, connections: 10 };
    const database = await openPostgres(await makeDatabase('shared'), limits);
    // One is for health, and a third of the others for each lane. Each lane is asked for more.
    const most = { reads: 0, writes: 0, keys: 0 };
    const lanes = Object.keys(most) as (keyof typeof most)[];
    const sleeps = lanes.flatMap((lane) =>
      Array.from({ length: 5 }, () =>
        database.run((db) => sql`select pg_sleep(1) as ${sql.ref(lane)}`.execute(db), lane),
      ),
    );
    let isOver = false;
    const all = Promise.all(sleeps).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const { rows } = await admin.query<{ query: string }>(
        "select query from pg_stat_activity where datname = 'shared' and state = 'active' and query like '%pg_sleep%'",
      );
      for (const lane of lanes)
        most[lane] = Math.max(most[lane], rows.filter(({ query }) => query.includes(lane)).length);
    }
    await all;
    expect(most).toEqual({ reads: 3, writes: 3, keys: 3 });
    await database.close();
  });

  test('plans what is written by an index, and compiles no plan', async () => {
    const database = await openPostgres(await makeDatabase('planned'));
    const read = (name: string) =>
      database.run((db) => sql`select current_setting(${name}) as value`.execute(db), 'writes');
    expect((await read('enable_seqscan')).rows).toEqual([{ value: 'off' }]);
    expect((await read('jit')).rows).toEqual([{ value: 'off' }]);
    await database.close();
  });

  test('leaves no connection behind once it is closed, nor where it could not be opened', async () => {
    const address = await makeDatabase('closed');
    const store = await openStore({ databaseUrl: address });
    await Promise.all([store.ping(), store.ping(), store.ping()]);
    await admin.query('create role stranger login');
    const refused = openStore({ databaseUrl: (await makeDatabase('strange')).replace('postgres@', 'stranger@') });
    await expect(refused).rejects.toMatchObject({
      ...failure,
      message: expect.stringMatching(/"strange".*make.*tables/),
    });
    await store.close();
    const open = "select 1 from pg_stat_activity where datname in ('closed', 'strange')";
    await expect.poll(async () => (await admin.query(open)).rows).toEqual([]);
  });

  test('can be used by someone who may only read and write rows of tables that are up to date', async () => {
    const address = await makeDatabase('rows');
    await (await openStore({ databaseUrl: address })).close();
    const owner = new pg.Client(address);
    await owner.connect();
    await owner.query('create role writer login');
    await owner.query('grant select, insert, update, delete on all tables in schema public to writer');
    await owner.end();
    const store = await openStore({ databaseUrl: address.replace('postgres@', 'writer@') });
    const { id } = await store.templates.create('a', { name: 'n' });
    expect(await store.templates.update('a', id, { name: 'm' }, 1)).toMatchObject({ name: 'm', version: 2 });
    await store.close();
  });

  test('is left alone where a newer platen has taken something away', async () => {
    const databaseUrl = await makeDatabase('newer');
    await (await openStore({ databaseUrl })).close();
    const owner = new pg.Client(databaseUrl);
    await owner.connect();
    await owner.query('update platen_schema set version = 1000');
    await expect(openStore({ databaseUrl })).rejects.toMatchObject(failure);
    await expect(openStore({ databaseUrl })).rejects.toThrow(/newer platen \(schema 1000; this one supports \d+\)/);
    expect((await owner.query('select version from platen_schema')).rows).toEqual([{ version: '1000' }]);
    await owner.end();
  });

  test('makes all tables or none', async () => {
    const databaseUrl = await makeDatabase('taken');
    const owner = new pg.Client(databaseUrl);
    await owner.connect();
    await owner.query('create table api_keys (something_else text)');
    await expect(openStore({ databaseUrl })).rejects.toMatchObject({ name: 'StoreError', cause: { code: '42P07' } });
    const { rows } = await owner.query("select tablename from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([{ tablename: 'api_keys' }]);
    await owner.end();
  });

  test('must hold every text', async () => {
    const databaseUrl = await makeDatabase('latin', "encoding 'LATIN1' template template0");
    await expect(openStore({ databaseUrl })).rejects.toMatchObject(setting);
    await expect(openStore({ databaseUrl })).rejects.toThrow(/"latin".*LATIN1/);
  });

  test('is neither backed up nor restored by platen', async () => {
    const location = { databaseUrl: url('postgres') };
    await expect(backUpStore(location, '/never-written')).rejects.toMatchObject(setting);
    const restored = restoreStore(location, '/never-read', { replace: true, now: () => new Date() });
    await expect(restored).rejects.toMatchObject({ ...setting, fix: expect.stringContaining('pg_restore') });
  });

  test.each([
    ['', 'config_invalid'],
    ['nonsense', 'config_invalid'],
    ['mysql://u:secret@127.0.0.1:1/x', 'config_invalid'],
    ['postgres://u:sec%ret@h:99999/secret', 'config_invalid'],
    ['postgres://u:secret@127.0.0.1:1/x?sslrootcert=/no/such/file', 'config_invalid'],
    ['postgres://u:secret@127.0.0.1:1/x', 'store_unavailable'],
    ['postgresql://u:secret@/x?host=/no/such/folder', 'store_unavailable'],
  ])('fails by name and without its password where the address is %j', async (databaseUrl, code) => {
    const error = await openStore({ databaseUrl }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StoreError', code });
    expect(inspect(error)).not.toMatch(/sec%?ret/);
  });

  test('fails by name where it or its user does not exist', async () => {
    await expect(openStore({ databaseUrl: url('missing') })).rejects.toThrow(/"missing".*does not exist/);
    const unknown = url('postgres').replace('postgres@', 'nobody:secret@');
    await expect(openStore({ databaseUrl: unknown })).rejects.toThrow(/"postgres".*refused the user/);
  });

  test('fails by name once its server is gone, and still closes', async () => {
    const store = await openStore({ databaseUrl: await makeDatabase('gone') });
    await admin.end();
    await cluster?.stop();
    await expect(store.ping()).rejects.toMatchObject(outage);
    await expect(store.keys.find('x')).rejects.toMatchObject({
      message: expect.stringMatching(/Postgres database "gone"/),
    });
    await store.close();
  });
});
