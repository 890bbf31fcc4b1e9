import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpStore, openStore, restoreStore } from '../../../src/store/index.ts';

describe('a backup of SQLite', () => {
  let root = '';
  let backup = '';
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'platen-restore-'));
    backup = join(root, 'backup.db');
    await fill('first', 'from the backup');
    await backUpStore({ dataFolder: join(root, 'first') }, backup);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Makes a store with a template of this name. */
  async function fill(folder: string, name: string): Promise<void> {
    const store = await openStore({ dataFolder: join(root, folder) });
    await store.templates.create('a', { name });
    await store.close();
  }
  async function listNames(folder: string): Promise<string[]> {
    const store = await openStore({ dataFolder: join(root, folder) });
    const { templates } = await store.templates.list('a', { limit: 10 });
    await store.close();
    return templates.map(({ name }) => name);
  }
  const restore = (folder: string, replace = false) =>
    restoreStore({ dataFolder: join(root, folder) }, backup, { replace, now: () => new Date(Date.UTC(2026, 1, 3)) });
  /** Changes the backup with a statement. */
  const change = (statement: string) => {
    const copy = new DatabaseSync(backup);
    copy.exec(statement);
    copy.close();
  };

  it('becomes a store, for its owner alone', async () => {
    expect(await restore('second')).toBeUndefined();
    expect(readdirSync(join(root, 'second'))).toEqual(['platen.db']);
    expect(statSync(join(root, 'second', 'platen.db')).mode & 0o777).toBe(0o600);
    expect(await listNames('second')).toEqual(['from the backup']);
  });

  it('replaces a store only if asked, and keeps that one under another name', async () => {
    await fill('second', 'there before');
    await expect(restore('second')).rejects.toMatchObject({ code: 'output_exists' });
    expect(await listNames('second')).toEqual(['there before']);
    const kept = await restore('second', true);
    expect(kept).toBe(join(root, 'second', 'platen.db.replaced-2026-02-03T00-00-00-000Z'));
    expect(await listNames('second')).toEqual(['from the backup']);
    expect(readFileSync(kept ?? '').includes('there before')).toBe(true);
  });

  it('does not replace a store that is in use', async () => {
    const store = await openStore({ dataFolder: join(root, 'second') });
    await store.templates.create('a', { name: 'in use' });
    await expect(restore('second', true)).rejects.toMatchObject({
      code: 'io_failed',
      message: expect.stringContaining('is in use'),
    });
    await store.close();
    expect(await listNames('second')).toEqual(['in use']);
  });

  it.each([
    ['is no database', () => writeFileSync(backup, 'text'), 'is damaged or no backup of platen'],
    ['lacks the templates', () => change('drop table templates'), 'is not a backup of platen'],
    ['lacks the keys', () => change('drop table api_keys'), 'is not a backup of platen'],
    [
      'has its own trigger',
      () => change('create trigger added after insert on api_keys begin select 1; end'),
      'has the trigger "added"',
    ],
    ['has a view', () => change('create view added as select 1'), 'has the view "added"'],
    ['is of a newer version', () => change('pragma user_version = 9999'), 'is of a newer platen'],
  ])('is refused if it %s, and nothing is changed', async (_what, spoil, message) => {
    await fill('second', 'there before');
    spoil();
    await expect(restore('second', true)).rejects.toMatchObject({
      code: 'io_failed',
      message: expect.stringContaining(message),
    });
    expect(readdirSync(join(root, 'second'))).toEqual(['platen.db']);
    expect(await listNames('second')).toEqual(['there before']);
  });

  it('is refused if a page of it is damaged', async () => {
    const bytes = readFileSync(backup);
    bytes.fill(0xff, 8192, 12_288);
    writeFileSync(backup, bytes);
    await expect(restore('second')).rejects.toMatchObject({ code: 'io_failed' });
    expect(existsSync(join(root, 'second', 'platen.db'))).toBe(false);
  });

  it('must be there, and a file', async () => {
    backup = join(root, 'none');
    await expect(restore('second')).rejects.toMatchObject({ code: 'input_missing' });
    backup = root;
    await expect(restore('second')).rejects.toMatchObject({ code: 'input_invalid' });
  });
});
