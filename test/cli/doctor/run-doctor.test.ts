import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CheckResult } from '../../../src/cli/doctor/check-result.ts';
import { makeFolder, runCommand } from '../commands/run-command.ts';

/** Settings with which no browser is found, so that none is started. */
const withoutBrowser = {
  ...{ PLATEN_CHROMIUM: '/nowhere/chromium', PLATEN_OWN_NETWORK: 'off', PLATEN_BASE_URL: '', PLATEN_API_KEY: '' },
  LANG: 'C',
};

/** Runs `platen doctor` in a folder. */
async function examine(cwd: string, words: readonly string[] = [], env: Record<string, string> = {}) {
  const { code, error, stdout, stderr } = await runCommand(
    ['doctor', ...words],
    {},
    { cwd, env: { ...withoutBrowser, PLATEN_DATA_DIR: join(cwd, 'data'), ...env } },
  );
  expect(error).toBeUndefined();
  return { code, stdout, stderr };
}

const read = async (...given: Parameters<typeof examine>) => {
  const { code, stdout, stderr } = await examine(given[0], ['--json'], given[2]);
  return { code, stderr, data: JSON.parse(stdout).data as CheckResult[] };
};

const installs =
  'install Chromium or Chrome (Debian: apt-get install chromium); one that is not on the PATH needs PLATEN_CHROMIUM=/path/to/chromium';

it('all checks have a result, and the first failure decides the exit code', async () => {
  const cwd = makeFolder();
  const { code, stderr, data } = await read(cwd);
  expect([code, stderr]).toEqual([3, '']);
  expect(data.map(({ check, state, code: error }) => [check, state, error])).toEqual([
    ['node', 'ok', null],
    ['platen', 'ok', null],
    ['config', 'ok', null],
    ['browser', 'fail', 'browser_missing'],
    ['data_folder', 'ok', null],
    ['address', 'ok', null],
  ]);
  expect(data[3]).toMatchObject({
    ...{ detail: 'no Chromium can be started (/nowhere/chromium is not an executable file)', fix: installs },
  });
});

it('people see a line for each check, and its fix below', async () => {
  const cwd = makeFolder();
  const { code, stdout, stderr } = await examine(cwd);
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout.split('\n').slice(2)).toEqual([
    'ok config       no files, defaults and environment only',
    'xx browser      fail: no Chromium can be started (/nowhere/chromium is not an executable file)',
    `                fix: ${installs}`,
    `ok data folder  ${join(cwd, 'data')}, made when it is needed`,
    'ok address      none: the service runs inside each command',
    '',
  ]);
});

it('settings that cannot be read are a failure, and the browser is not checked', async () => {
  const cwd = makeFolder();
  writeFileSync(join(cwd, '.platenrc'), 'timeot: 3s\n');
  const { code, stderr, data } = await read(cwd);
  expect([code, stderr]).toEqual([3, '']);
  expect(data.slice(2)).toEqual([
    {
      ...{ check: 'config', state: 'fail', code: 'config_invalid', fix: 'did you mean timeout?' },
      detail: `${join(cwd, '.platenrc')}:1: unknown setting "timeot"`,
    },
    {
      ...{ check: 'browser', state: 'warn', code: null, fix: 'fix them, then run doctor again' },
      detail: 'not checked, because the settings cannot be read',
    },
  ]);
});

it('warnings of settings are results, and not printed twice', async () => {
  const { stderr, data } = await read(makeFolder(), [], { PLATEN_TIMEOUTS: '3s' });
  expect(stderr).toBe('');
  expect(data.filter(({ check }) => check === 'config')).toEqual([
    {
      ...{ check: 'config', state: 'warn', code: null, fix: null },
      detail: 'PLATEN_TIMEOUTS in the environment is not a setting; did you mean PLATEN_TIMEOUT?',
    },
  ]);
});

it('seals are checked if a folder of them is set', async () => {
  const cwd = makeFolder();
  const seals = join(cwd, 'seals');
  mkdirSync(seals, { mode: 0o700 });
  const check = async () => {
    const { data } = await read(cwd, [], { PLATEN_SEALS: seals });
    return data.find(({ check: name }) => name === 'seals');
  };
  expect(await check()).toEqual({ check: 'seals', state: 'ok', detail: 'the folder has none', fix: null, code: null });
  writeFileSync(join(seals, 'hr.p12'), 'no certificate', { mode: 0o600 });
  expect(await check()).toMatchObject({ state: 'fail', code: 'config_invalid' });
});

it('the store is opened, and its keys are counted', async () => {
  const cwd = makeFolder();
  const create = () => runCommand(['keys', 'create', '--name', 'ci', '--data-dir', join(cwd, 'data')]);
  const check = async () => (await read(cwd)).data.find(({ check: name }) => name === 'store');
  const store = (detail: string) => ({ check: 'store', state: 'ok', detail, fix: null, code: null });
  await create();
  expect(await check()).toEqual(store('SQLite opens, 1 API key'));
  await create();
  expect(await check()).toEqual(store('SQLite opens, 2 API keys'));
});
