import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { checkStore } from '../../../src/cli/doctor/check-store.ts';
import type { Settings } from '../../../src/cli/settings/index.ts';
import { makeFolder } from '../commands/run-command.ts';

let folder: string;
beforeEach(() => {
  folder = join(makeFolder(), 'deep/data');
});

/** Checks the folder of the data, without opening a store. */
const check = (platform = 'linux') => {
  const refuse = () => Promise.reject(new Error('no store'));
  const context = { io: { platform }, settings: refuse } as unknown as Context;
  const settings = { get: (name: string) => (name === 'data_dir' ? folder : null) } as unknown as Settings;
  return checkStore(context, settings);
};

describe('the folder of the data', () => {
  it('may be missing if it can be made', async () => {
    expect(await check()).toEqual([
      { check: 'data_folder', state: 'ok', detail: `${folder}, made when it is needed`, fix: null, code: null },
    ]);
  });

  it.each([
    [0o700, 'linux', 'ok', () => folder],
    [0o750, 'linux', 'warn', () => `${folder} is open to others (mode 750)`],
    [0o701, 'linux', 'warn', () => `${folder} is open to others (mode 701)`],
    [0o777, 'win32', 'ok', () => folder],
  ])('has mode %o on %s: %s', async (mode, platform, state, detail) => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, mode);
    const [first, second] = await check(platform);
    expect(first).toMatchObject({ check: 'data_folder', state, detail: detail() });
    expect(first?.fix).toBe(state === 'ok' ? null : `chmod 700 ${folder}`);
    expect(second).toMatchObject({ check: 'store', state: 'fail' });
  });

  it('cannot be below a file', async () => {
    mkdirSync(join(folder, '../..'), { recursive: true });
    writeFileSync(join(folder, '..'), '');
    const [found, ...others] = await check();
    expect([found, others]).toEqual([
      expect.objectContaining({
        ...{ check: 'data_folder', state: 'fail' },
        fix: 'check the path',
      }),
      [],
    ]);
  });
});

it('a database is opened instead of the folder', async () => {
  const context = { io: { platform: 'linux' }, settings: () => Promise.reject(new Error('no store')) };
  const settings = { get: (name: string) => (name === 'database_url' ? 'postgres://db/platen' : null) };
  expect(await checkStore(context as unknown as Context, settings as unknown as Settings)).toEqual([
    expect.objectContaining({
      ...{ check: 'store', state: 'fail' },
      fix: 'check that the database is running, and its URL: platen config get database_url',
    }),
  ]);
});
