import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUpStore, openStore, type Store, StoreError } from '../../../src/store/index.ts';
import { buildStore } from '../../../src/store/open-store.ts';
import { openSecretBox } from '../../../src/store/secrets/secret-box.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts';
import { buildFaultPoint } from '../../faults/fault-point.ts';
import { spoilFiles } from '../../faults/file-faults.ts';
import { writeInChild } from '../child-process.ts';

describe('the SQLite file', () => {
  let root = '';
  let folders = 0;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'platen-sqlite-'));
    // Other users must reach what lies inside for the test of a folder they may not write.
    await chmod(root, 0o755);
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const newFolder = () => {
    folders += 1;
    return join(root, `${folders}`, 'data');
  };
  const permissions = async (path: string) => (await stat(path)).mode & 0o777;
  const listIds = async (store: Store) => {
    const { templates, next } = await store.templates.list('a', { limit: 100_000 });
    expect(next).toBeNull();
    return templates.map(({ id }) => id);
  };
  const failure = { name: 'StoreError', code: 'io_failed' };

  test('is made with its folder, both for their owner alone, and so are its log files', async () => {
    const dataFolder = newFolder();
    const store = await openStore({ dataFolder });
    await store.templates.create('a', { name: 'n' });
    expect(await permissions(dataFolder)).toBe(0o700);
    for (const name of await readdir(dataFolder)) expect(await permissions(join(dataFolder, name))).toBe(0o600);
    expect(await readdir(dataFolder)).toContain('platen.db-wal');
    await store.close();
    expect(await readdir(dataFolder)).toEqual(['platen.db']);
  });

  test('that cannot grow refuses writes as storage_full, reads on, and says so until a write succeeds', async () => {
    const database = await openSqlite(newFolder());
    let tries = 0;
    const tryWrite = async () => {
      tries += 1;
      if (tries === 1) throw new StoreError('storage_full', 'still full');
      await database.tryWrite();
    };
    const store = buildStore({ ...database, tryWrite }, { box: openSecretBox([], undefined), now: () => new Date() });
    const limitPages = async (pages: number) => {
      const limit: Parameters<typeof database.run>[0] = (db) => sql.raw(`pragma max_page_count = ${pages}`).execute(db);
      await Promise.all([database.run(limit), database.run(limit, 'writes')]);
    };
    const { id } = await store.templates.create('a', { name: 'kept' });
    await store.ping();
    // At least as many pages as there are: none can be added, which is how a full disk shows.
    await limitPages(1);
    const full = { name: 'StoreError', code: 'storage_full', message: expect.stringMatching(/platen\.db cannot grow/) };
    const content = 'x'.repeat(100_000);
    await expect(store.templates.create('a', { name: 'lost', content })).rejects.toMatchObject(full);
    await expect(store.templates.update('a', id, { content })).rejects.toMatchObject(full);
    expect((await store.templates.get('a', id)).name).toBe('kept');
    await expect(store.ping()).rejects.toMatchObject({ code: 'storage_full' });
    await limitPages(1_000_000);
    await store.ping();
    await store.ping();
    expect(tries).toBe(2);
    await store.templates.create('a', { name: 'again', content });
    await store.close();
  });

  test('is closed to others where it was open to them', async () => {
    const dataFolder = newFolder();
    await mkdir(dataFolder, { recursive: true });
    const file = join(dataFolder, 'platen.db');
    await writeFile(file, '');
    await chmod(file, 0o644);
    await (await openStore({ dataFolder })).close();
    expect(await permissions(file)).toBe(0o600);
  });

  test('has a write-ahead log and waits for the disk before a write is answered', async () => {
    const database = await openSqlite(newFolder());
    const read = (pragma: string, lane: 'reads' | 'writes' = 'reads') =>
      database.run((db) => sql.raw(`pragma ${pragma}`).execute(db), lane);
    expect((await read('journal_mode')).rows).toEqual([{ journal_mode: 'wal' }]);
    expect((await read('synchronous')).rows).toEqual([{ synchronous: 2 }]);
    expect((await read('foreign_keys')).rows).toEqual([{ foreign_keys: 1 }]);
    expect((await read('foreign_keys', 'writes')).rows).toEqual([{ foreign_keys: 1 }]);
    await database.close();
  });

  test('refuses a write whose wait for the disk fails, and takes the next', async () => {
    const dataFolder = newFolder();
    const point = buildFaultPoint();
    const store = await openStore({ dataFolder });
    const repair = spoilFiles(dataFolder, point);
    // The log is opened by the first flush, and stays open.
    for (const name of ['open', 'datasync']) {
      point.set(1);
      await expect(store.templates.create('a', { name })).rejects.toMatchObject({ code: 'io_failed' });
      point.set(0);
      await store.templates.create('a', { name: `${name} again` });
    }
    repair();
    await store.close();
  });

  test('holds no key, only its digest', async () => {
    const dataFolder = newFolder();
    const store = await openStore({ dataFolder });
    const key = `platen_${'0123456789'.repeat(5)}`;
    await store.keys.create({ account: 'a', name: 'the name of the key', key });
    await store.close();
    const bytes = await readFile(join(dataFolder, 'platen.db'), 'latin1');
    expect(bytes).toContain('the name of the key');
    expect(bytes).not.toContain(key.slice(0, 20));
    expect(bytes).not.toContain(key.slice(-20));
  });

  test('loses nothing that was answered when the process is killed', async () => {
    const dataFolder = newFolder();
    const { ids, signal } = await writeInChild({ dataFolder, killAfter: 25 });
    expect(signal).toBe('SIGKILL');
    expect(ids.length).toBeGreaterThanOrEqual(25);
    const store = await openStore({ dataFolder });
    expect(await listIds(store)).toEqual(expect.arrayContaining(ids));
    await store.templates.create('a', { name: 'one more' });
    await store.close();
  });

  test('can be made and written by several processes at once', async () => {
    const dataFolder = newFolder();
    const writers = await Promise.all([1, 2, 3, 4].map(() => writeInChild({ dataFolder, count: 10 })));
    const written = writers.flatMap(({ ids, rest }) => {
      expect(rest).toBe('');
      return ids;
    });
    expect(written).toHaveLength(40);
    const store = await openStore({ dataFolder });
    expect((await listIds(store)).sort()).toEqual(written.sort());
    await store.close();
  });

  test('fails by name and keeps what it holds when it cannot grow', async () => {
    const dataFolder = newFolder();
    const { ids, rest } = await writeInChild({ dataFolder, size: 50_000, before: 'ulimit -f 1500' });
    expect(ids).not.toEqual([]);
    expect(JSON.parse(rest)).toEqual({
      typed: true,
      code: 'io_failed',
      message: expect.stringContaining(join(dataFolder, 'platen.db')),
    });
    const store = await openStore({ dataFolder });
    expect(await listIds(store)).toEqual(ids);
    await store.close();
  });

  test('fails by name in a folder that may not be written, new or old', async () => {
    const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const expected = { typed: true, code: 'io_failed', message: expect.stringContaining('platen.db') };

    const parent = newFolder();
    await mkdir(parent, { recursive: true });
    await chmod(parent, 0o555);
    const missing = await writeInChild({ dataFolder: join(parent, 'data'), count: 1, ...nobody });
    expect(JSON.parse(missing.rest)).toEqual(expected);

    const dataFolder = newFolder();
    const store = await openStore({ dataFolder });
    await store.close();
    const file = join(dataFolder, 'platen.db');
    if (nobody.uid) await chown(file, nobody.uid, nobody.uid);
    await chmod(file, 0o400);
    await chmod(dataFolder, 0o555);
    const old = await writeInChild({ dataFolder, count: 1, ...nobody });
    expect(JSON.parse(old.rest)).toEqual(expected);
    expect(old.ids).toEqual([]);
    for (const folder of [parent, dataFolder]) await chmod(folder, 0o700);
  });

  test('fails by name where it is no database, a folder, or below a file', async () => {
    const dataFolder = newFolder();
    await mkdir(dataFolder, { recursive: true });
    const file = join(dataFolder, 'platen.db');
    await writeFile(file, 'this is no database, but it is long enough to be taken for one '.repeat(20));
    await expect(openStore({ dataFolder })).rejects.toMatchObject(failure);
    await expect(openStore({ dataFolder })).rejects.toThrow(
      `the database ${file} is damaged or not an SQLite database`,
    );
    await expect(openStore({ dataFolder: file })).rejects.toMatchObject(failure);

    const other = newFolder();
    await mkdir(join(other, 'platen.db'), { recursive: true, mode: 0o755 });
    await expect(openStore({ dataFolder: other })).rejects.toMatchObject(failure);
    expect(await permissions(join(other, 'platen.db'))).toBe(0o755);
  });

  test('fails by name where pages of it are damaged', async () => {
    const dataFolder = newFolder();
    const store = await openStore({ dataFolder });
    await store.templates.create('a', { name: 'n', content: 'x'.repeat(20_000) });
    await store.close();
    const file = await open(join(dataFolder, 'platen.db'), 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
    await file.close();
    const attempt = async () => {
      const damaged = await openStore({ dataFolder });
      try {
        await damaged.templates.list('a', { limit: 10 });
      } finally {
        await damaged.close();
      }
    };
    await expect(attempt()).rejects.toMatchObject({
      ...failure,
      message: expect.stringMatching(/platen\.db is damaged/),
      cause: { code: expect.stringMatching(/^SQLITE_CORRUPT/) },
    });
  });

  test('of the first schema is brought up to date, and its keys may do what they could', async () => {
    const dataFolder = newFolder();
    await mkdir(dataFolder, { recursive: true });
    const raw = new DatabaseSync(join(dataFolder, 'platen.db'));
    raw.exec(`
      create table templates (id text primary key not null, account text not null, name text not null, content text not null,
        preview_context text not null, inserted_at bigint not null, updated_at bigint not null, version bigint not null);
      create index templates_by_account on templates (account, id);
      create index templates_by_name on templates (account, name, id);
      create table api_keys (id text primary key not null, account text not null, name text not null,
        digest text not null unique, first text not null, last text not null, created_at bigint not null, expires_at bigint,
        last_used_at bigint, revoked_at bigint);
      insert into api_keys values ('01890a5d-ac96-774b-bcce-b302099a8057', 'a', 'old', '${createHash('sha256').update('key').digest('hex')}',
        'f', 'l', 0, null, null, null);
      insert into templates values ('01890a5d-ac96-774b-bcce-b302099a8058', 'a', 'old', 'x', '{}', 0, 0, 1);
      pragma user_version = 1;`);
    raw.close();
    const store = await openStore({ dataFolder });
    expect(await store.keys.find('key')).toMatchObject({
      account: 'a',
      scopes: ['render', 'templates:read', 'templates:write'],
      templates: null,
    });
    const { id } = (await store.templates.list('a', { limit: 1 })).templates[0] ?? { id: '' };
    expect(await store.templates.update('a', id, { name: 'new' })).toMatchObject({ name: 'new', version: 2 });
    await store.close();
  });

  test('is left alone where a newer platen has taken something away', async () => {
    const dataFolder = newFolder();
    await (await openStore({ dataFolder })).close();
    const raw = new DatabaseSync(join(dataFolder, 'platen.db'));
    raw.exec('pragma user_version = 1000');
    await expect(openStore({ dataFolder })).rejects.toMatchObject(failure);
    const opening = openStore({ dataFolder });
    await expect(opening).rejects.toThrow(/newer platen \(schema 1000; this one supports \d+\)/);
    await expect(opening).rejects.toMatchObject({ fix: expect.stringContaining('that version of platen') });
    expect(raw.prepare('pragma user_version').get()).toEqual({ user_version: 1000 });
    raw.close();
  });

  test('fails by name while another process keeps it locked, and works again afterwards', async () => {
    const dataFolder = newFolder();
    const database = await openSqlite(dataFolder, 10);
    const insert = () => database.run((db) => sql`insert into quotas values ('a', 1, 1)`.execute(db));
    const raw = new DatabaseSync(join(dataFolder, 'platen.db'));
    raw.exec('begin immediate');
    const locked = {
      name: 'StoreError',
      code: 'store_unavailable',
      message: expect.stringMatching(/platen\.db is locked/),
    };
    await expect(insert()).rejects.toMatchObject(locked);
    await expect(openSqlite(dataFolder, 10)).rejects.toMatchObject(locked);
    raw.exec('rollback');
    raw.close();
    await insert();
    await database.close();
  });

  test('is opened as soon as another that makes it at the same time lets go of it', async () => {
    const dataFolder = newFolder();
    await mkdir(dataFolder, { recursive: true });
    const raw = new DatabaseSync(join(dataFolder, 'platen.db'));
    raw.exec('begin immediate');
    raw.exec('create table of_the_other (one text)');
    const opening = openStore({ dataFolder });
    // One that waits less is refused meanwhile.
    await expect(openSqlite(dataFolder, 50)).rejects.toThrow(/is locked/);
    raw.exec('rollback');
    raw.close();
    const store = await opening;
    await store.ping();
    await store.close();
  });

  test('is backed up whole while it is being written, for its owner alone', async () => {
    const dataFolder = newFolder();
    const store = await openStore({ dataFolder });
    const before = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.templates.create('a', { name: `${n}`, content: 'x'.repeat(100_000) })),
    );
    const restored = newFolder();
    await mkdir(restored, { recursive: true });
    const file = join(restored, 'platen.db');
    const backUp = backUpStore({ dataFolder }, file);
    await store.templates.create('a', { name: 'meanwhile' });
    await backUp;
    expect(await readdir(restored)).toEqual(['platen.db']);
    expect(await permissions(file)).toBe(0o600);

    await expect(backUpStore({ dataFolder }, file)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'output_exists',
    });
    await expect(backUpStore({ dataFolder }, join(restored, 'no', 'such', 'folder'))).rejects.toMatchObject(failure);
    expect(await readdir(restored)).toEqual(['platen.db']);
    await store.close();

    const copy = await openStore({ dataFolder: restored });
    expect(await listIds(copy)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    await copy.close();
  });

  test('costs no database library before it is opened, and never that of Postgres', async () => {
    const entryPoint = new URL('../../../src/store/index.ts', import.meta.url);
    const code = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve(name, context, next) {
        if (['kysely', 'pg'].includes(name)) loaded.push(name);
        return next(name, context);
      } });
      const { openStore } = await import(${JSON.stringify(entryPoint)});
      const before = [...loaded];
      await (await openStore({ dataFolder: ${JSON.stringify(newFolder())} })).close();
      console.log(JSON.stringify({ before, after: loaded.sort() }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
    expect(JSON.parse(stdout)).toEqual({ before: [], after: ['kysely'] });
  });
});
