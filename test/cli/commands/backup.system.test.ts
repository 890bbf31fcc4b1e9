import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../src/store/index.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';

let home: TestHome;
let data: string;
let store: Store | undefined;
beforeEach(() => {
  home = makeHome();
  data = join(home.folder, 'data');
});
afterEach(async () => {
  await store?.close();
  home.remove();
});

const platen = (...words: string[]) =>
  runCli([...words, '--data-dir', data], { cwd: home.folder, env: home.env, stdin: '' });

/** A service's store with as many templates, which it keeps open. */
async function fill(count: number): Promise<string[]> {
  store = await openStore({ dataFolder: data });
  for (let n = 0; n < count; n += 1) await store.templates.create('a', { name: `${n}` });
  return listNames();
}

async function listNames(): Promise<string[]> {
  const { templates } = (await store?.templates.list('a', { limit: 100 })) ?? { templates: [] };
  return templates.map(({ name }) => name);
}

async function reopen(): Promise<string[]> {
  store = await openStore({ dataFolder: data });
  return listNames();
}

describe('platen backup and platen restore', () => {
  it('bring back every template of a store that is in use while it is copied', async () => {
    const names = await fill(20);
    expect(store?.lastBackup()).toBeNull();
    const backup = await platen('backup', 'copy.db');
    expect([backup.code, backup.stderr]).toEqual([0, expect.stringContaining('Backed up templates and keys to')]);
    expect(statSync(join(home.folder, 'copy.db')).mode & 0o777).toBe(0o600);
    expect(Date.now() - Date.parse(store?.lastBackup() ?? '')).toBeLessThan(60_000);

    await store?.templates.create('a', { name: 'later' });
    await store?.close();
    const restore = await platen('restore', 'copy.db', '--yes', '--json');
    const { kept } = JSON.parse(restore.stdout).data;
    expect([restore.code, existsSync(kept)]).toEqual([0, true]);
    expect(await reopen()).toEqual(names);
    expect(readdirSync(data).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('restore to a machine that has no store yet', async () => {
    const names = await fill(3);
    await platen('backup', 'copy.db');
    await store?.close();
    data = join(home.folder, 'another', 'folder');
    expect((await platen('restore', 'copy.db')).code).toBe(0);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(await reopen()).toEqual(names);
  });

  it('replace a store only with consent, and never one that is in use', async () => {
    await fill(1);
    await platen('backup', 'copy.db');
    const asked = await platen('restore', 'copy.db');
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const used = await platen('restore', 'copy.db', '--yes');
    expect([used.code, used.stderr]).toEqual([15, expect.stringContaining('is in use')]);
    expect(used.stderr).toContain('stop the service first');
    expect(await listNames()).toEqual(['0']);
    await store?.ping();
  });

  it('refuse what is no whole backup, and leave the store as it was', async () => {
    const names = await fill(2);
    await platen('backup', 'copy.db');
    await store?.close();
    writeFileSync(join(home.folder, 'text.db'), 'not a database at all, and longer than a header of one would be');
    const whole = readFileSync(join(home.folder, 'copy.db'));
    writeFileSync(join(home.folder, 'cut.db'), whole.subarray(0, whole.length - 4096));
    writeFileSync(join(home.folder, 'empty.db'), '');
    for (const [name, said] of [
      ['text.db', 'damaged or no backup'],
      ['cut.db', 'damaged'],
      ['empty.db', 'not a backup of platen'],
    ] as const) {
      const { code, stderr } = await platen('restore', name, '--yes');
      expect([code, stderr], name).toEqual([15, expect.stringContaining(said)]);
      expect(stderr).toContain('fix: name a file that platen backup wrote');
    }
    for (const [name, sql] of [
      ['trigger', 'create trigger spy after insert on api_keys begin delete from templates; end'],
      ['view', 'create view spy as select * from api_keys'],
    ] as const) {
      writeFileSync(join(home.folder, 'spied.db'), whole);
      const connection = new DatabaseSync(join(home.folder, 'spied.db'));
      connection.exec(sql);
      connection.close();
      const { code, stderr } = await platen('restore', 'spied.db', '--yes');
      expect([code, stderr]).toEqual([15, expect.stringContaining(`has the ${name} "spy"`)]);
    }
    writeFileSync(join(home.folder, 'newer.db'), whole);
    const newer = new DatabaseSync(join(home.folder, 'newer.db'));
    newer.exec('pragma user_version = 1000');
    newer.close();
    const refused = await platen('restore', 'newer.db', '--yes');
    expect([refused.code, refused.stderr]).toEqual([15, expect.stringContaining('is of a newer platen')]);
    execFileSync('mkfifo', [join(home.folder, 'pipe.db')]);
    mkdirSync(join(home.folder, 'folder.db'));
    for (const name of ['pipe.db', 'folder.db']) {
      const { code, stderr } = await platen('restore', name, '--yes');
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${name} is not a regular file`)]);
    }
    const missing = await platen('restore', 'missing.db');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('there is no file')]);
    expect(readdirSync(data).sort()).toEqual(['last-backup', 'platen.db']);
    expect(await reopen()).toEqual(names);
  });

  it('say what else to do where there is no store, a file is there, or the store is on Postgres', async () => {
    const missing = await platen('backup', 'copy.db');
    expect([missing.code, missing.stderr]).toEqual([15, expect.stringContaining('there is no database')]);
    expect(missing.stderr).toContain('fix: name the folder in which the service keeps its data: --data-dir');
    await fill(1);
    await platen('backup', 'copy.db');
    const again = await platen('backup', 'copy.db');
    expect([again.code, again.stderr]).toEqual([6, expect.stringContaining('fix: name a new file')]);
    const elsewhere = await platen('backup', 'no/such/folder/copy.db');
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      15,
      expect.stringMatching(/why: no such file .*\n.*fix: name a /),
    ]);
    for (const verb of ['backup', 'restore']) {
      const { code, stderr } = await platen(verb, '-');
      expect([code, stderr]).toEqual([2, expect.stringContaining('a backup must be a file, not -')]);
    }
    const copy = join(home.folder, 'copy.db');
    const file = await runCli(['restore', copy, '--data-dir', copy], { env: home.env });
    expect([file.code, file.stderr]).toEqual([
      15,
      expect.stringMatching(/copy\.db.platen\.db cannot be made\n.*EEXIST/),
    ]);
    const env = { ...home.env, PLATEN_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    for (const [words, tool] of [
      [['backup', 'other.db'], 'pg_dump'],
      [['restore', 'copy.db'], 'pg_restore'],
    ] as const) {
      const { code, stderr } = await runCli([...words], { cwd: home.folder, env });
      expect([code, stderr]).toEqual([3, expect.stringContaining(tool)]);
    }
  });
});
