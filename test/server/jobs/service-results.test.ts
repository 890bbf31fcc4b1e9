import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareResults } from '../../../src/server/jobs/service-results.ts';

const store = {
  kind: 'SQLite',
  results: () => Promise.reject(new Error('nothing is asked')),
  identity: async () => '01234567',
} as const;
let dataFolder = '';
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'platen-results-'));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

describe('the results of a service', () => {
  it('lie in the data folder, which is untouched until there is one', async () => {
    const results = await prepareResults({ env: {} }, { store, location: { dataFolder } });
    expect(existsSync(join(dataFolder, 'results'))).toBe(false);
    await (await results.open()).put(randomUUID(), Buffer.from('%PDF'));
    expect(await readdir(join(dataFolder, 'results'))).toHaveLength(1);
    await results.close();
  });

  it('lie in the database where that is Postgres', async () => {
    const location = { databaseUrl: 'postgres://nowhere/db' };
    const results = await prepareResults(undefined, { store: { ...store, kind: 'Postgres' }, location });
    expect((await results.open()).kind).toBe('database');
  });

  it('lie where somebody says, which is tried at once', async () => {
    const url = pathToFileURL(join(dataFolder, 'else where')).href;
    const results = await prepareResults({ url, env: {} }, { store, location: { dataFolder } });
    expect(existsSync(join(dataFolder, 'else where'))).toBe(true);
    expect(await results.open()).toBe(await results.open());
  });

  it('keep a service from starting where that place cannot be used', async () => {
    await writeFile(join(dataFolder, 'file'), '');
    for (const url of [pathToFileURL(join(dataFolder, 'file')).href, 's3://bucket', 'postgres:', 'nonsense']) {
      const refused = prepareResults({ url, env: {} }, { store, location: { dataFolder } });
      await expect(refused).rejects.toMatchObject({ code: 'config_invalid' });
    }
  });

  it('are opened again by the next who asks where that failed', async () => {
    const folder = join(dataFolder, 'later');
    await writeFile(folder, '');
    const results = await prepareResults(undefined, { store, location: { dataFolder: folder } });
    await expect(results.open()).rejects.toMatchObject({ code: 'config_invalid' });
    await rm(folder);
    expect((await results.open()).kind).toBe('folder');
  });
});
