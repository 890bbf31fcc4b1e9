import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readlink, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openResultStore, type ResultStore } from '../../../src/jobs/index.ts';
import { describeResults, identity, listAll, listBefore, makePdf, readResult } from './results-behaviour.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-results-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A store that is closed when the test has ended. */
async function openFolder(folder: string): Promise<ResultStore> {
  const store = await openResultStore({ folder }, identity);
  onTestFinished(() => store.close());
  return store;
}

/** The files in a folder, and the folder, that this process has open. */
async function listOpen(folder: string): Promise<string[]> {
  const fds = await readdir('/proc/self/fd');
  const open = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return open.filter((path) => path.startsWith(folder));
}

describe('a folder of results', () => {
  describeResults(() => openResultStore({ folder: join(root, 'shared') }, identity));

  test('is readable by its owner alone, and so are its files', async () => {
    const folder = join(root, 'deep', 'private');
    const store = await openFolder(folder);
    const { name } = await store.put(randomUUID(), makePdf(10));
    expect(await readdir(folder)).toEqual([`${name}.pdf`]);
    const modes = await Promise.all([folder, join(folder, `${name}.pdf`)].map(async (path) => (await stat(path)).mode));
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600]);
  });

  test('is refused at the start where it is a file', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    await expect(openResultStore({ folder: file }, identity)).rejects.toMatchObject({
      code: 'config_invalid',
      message: `results cannot be written to the folder ${file} (EEXIST)`,
      fix: expect.stringContaining('PLATEN_RESULTS_URL'),
    });
    await expect(openResultStore({ folder: join(file, 'below') }, identity)).rejects.toMatchObject({
      code: 'config_invalid',
    });
    if (process.platform !== 'linux') return;
    await expect(openResultStore({ folder: '/proc/nothing' }, identity)).rejects.toMatchObject({
      code: 'config_invalid',
    });
  });

  test('is proved by many at once, of whom two may have the same process id', async () => {
    const folder = join(root, 'proved');
    const stores = await Promise.all(Array.from({ length: 8 }, () => openFolder(folder)));
    expect(stores).toHaveLength(8);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is made again where somebody removed it, and leaves no folder open', {
    skip: process.platform !== 'linux',
  }, async () => {
    const folder = join(root, 'removed');
    const store = await openFolder(folder);
    await store.put(randomUUID(), makePdf(10));
    await rm(folder, { recursive: true });
    const places = await Promise.all([1, 2, 3].map(() => store.put(randomUUID(), makePdf(10))));
    expect((await readdir(folder)).sort()).toEqual(places.map(({ name }) => `${name}.pdf`).sort());
    await store.close();
    expect(await listOpen(folder)).toEqual([]);
  });

  test('says of a result that was cut that it is gone', async () => {
    const folder = join(root, 'cut');
    const store = await openFolder(folder);
    const place = await store.put(randomUUID(), makePdf(10));
    await truncate(join(folder, `${place.name}.pdf`), 9);
    await expect(store.open(place)).rejects.toMatchObject({ code: 'result_gone' });
  });

  test('leaves no file open that its disk says nothing of', async () => {
    const folder = join(root, 'silent');
    const store = await openFolder(folder);
    const place = await store.put(randomUUID(), makePdf(10));
    const handle = await open(folder);
    const fails = vi.spyOn(Object.getPrototypeOf(handle), 'stat').mockRejectedValue({ code: 'ESTALE' });
    onTestFinished(() => fails.mockRestore());
    await handle.close();
    await expect(store.open(place)).rejects.toMatchObject({
      code: 'results_unavailable',
      message: expect.stringContaining('ESTALE'),
    });
    expect(await listOpen(join(folder, place.name))).toEqual([]);
  });

  test('follows no link to a file elsewhere', async () => {
    const folder = join(root, 'links');
    const store = await openFolder(folder);
    const secret = join(root, 'secret');
    await writeFile(secret, 'secret');
    const name = `${randomUUID()}.0123456789abcdef`;
    await symlink(secret, join(folder, `${name}.pdf`));
    await expect(store.open({ store: 'folder', name, bytes: 6 })).rejects.toMatchObject({
      code: 'results_unavailable',
    });
    expect(await listAll(store)).toEqual([]);
  });

  test('lists and drops what a killed process has left unfinished, and nothing of others', async () => {
    const folder = join(root, 'killed');
    const store = await openFolder(folder);
    const unfinished = `${randomUUID()}.0123456789abcdef.pdf`;
    for (const name of [unfinished, 'notes.pdf', 'platen.db', '.hidden']) await writeFile(join(folder, name), 'x');
    await utimes(join(folder, unfinished), 0, 0);
    const found = await listBefore(store, -60_000);
    expect(found).toEqual([{ store: 'folder', name: unfinished.slice(0, -'.pdf'.length), bytes: 1 }]);
    for (const place of found) await store.drop(place);
    expect((await readdir(folder)).sort()).toEqual(['.hidden', 'notes.pdf', 'platen.db']);
  });

  test('is made again where somebody has removed it', async () => {
    const folder = join(root, 'removed');
    const store = await openFolder(folder);
    await rm(folder, { recursive: true });
    const place = await store.put(randomUUID(), makePdf(10));
    expect((await readResult(store, place)).length).toBe(10);
  });
});
