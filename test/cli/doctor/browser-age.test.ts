import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkBrowserAge, packagedBrowser } from '../../../src/cli/doctor/browser-age.ts';
import { makeFolder } from '../commands/run-command.ts';

const dayMs = 86_400_000;
const io = { env: { PATH: 'relative' }, platform: 'linux' } as const;
const bundled = `HeadlessChrome/${packagedBrowser.major}.0.8010.0`;
const check = (product: string, executable: string | null, days: number, since = packagedBrowser.released) =>
  checkBrowserAge(product, executable, io, since + days * dayMs);

describe('the bundled browser', () => {
  it.each([
    [-5, 'ok', '0 days'],
    [0.9, 'ok', '0 days'],
    [30.9, 'ok', '30 days'],
    [31, 'ok', '31 days, as new as this platen brings it: security fixes have appeared since'],
    [90, 'ok', '90 days, as new as this platen brings it: security fixes have appeared since'],
    [91, 'warn', '91 days: OLD. Security holes of this version are public; open no pages that you do not trust'],
  ])('after %f days', async (days, state, detail) => {
    expect(await check(bundled, null, days)).toMatchObject({ check: 'browser_age', state, detail });
  });

  it('is updated with platen', async () => {
    const { fix } = await check(bundled, null, 91);
    expect(fix).toBe('update platen: "git pull && npm ci && npm install -g ." in its checkout');
  });

  it.each(['Chromium 1.0.0', 'HeadlessChrome', 'Chrome/153'])(
    'of an unknown version has no age: %s',
    async (product) => {
      expect(await check(product, null, 91)).toMatchObject({ state: 'ok', detail: `unknown for ${product}` });
    },
  );
});

describe('another browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-browser-'));
  const executable = join(folder, 'chrome');
  writeFileSync(executable, '');
  const since = Date.UTC(2025, 0, 1);
  utimesSync(executable, since / 1000, since / 1000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [30, 'ok', '30 days', null],
    [31, 'warn', '31 days: security fixes have appeared since', `update ${executable}`],
    [91, 'warn', '91 days: OLD. Security holes of this version are public; open no pages that you do not trust', ''],
  ])('is as old as its file: %i days', async (days, state, detail, fix) => {
    const found = await check('Chromium 99.0.1', executable, days, since);
    expect(found).toMatchObject({ state, detail, ...(fix !== '' && { fix }) });
  });

  it('that is gone has no age', async () => {
    expect(await check(bundled, join(folder, 'gone'), 91)).toMatchObject({
      state: 'ok',
      detail: `unknown for ${bundled}`,
    });
  });
});

describe('a newer browser on the PATH', () => {
  const newer = `${packagedBrowser.major + 1}.0.1`;

  /** Checks the bundled browser on a machine with these programs, by their path below a folder; each answers its version. */
  async function checkWith(programs: Record<string, string | Error>, { days = 31, platform = 'linux' } = {}) {
    const folder = makeFolder();
    const asked: string[] = [];
    for (const part of ['a', 'b']) mkdirSync(join(folder, part));
    mkdirSync(join(folder, 'a/chromium'));
    for (const name of Object.keys(programs)) writeFileSync(join(folder, name), '');
    const askVersion = async (path: string) => {
      const name = path.slice(folder.length + 1);
      // A Mac may have programs elsewhere.
      if (path.startsWith(folder)) asked.push(name);
      const answer = programs[name] ?? '';
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const env = { PATH: ['.', join(folder, 'a'), join(folder, 'gone'), join(folder, 'b')].join(delimiter) };
    const edges = { env, platform: platform as NodeJS.Platform };
    const now = packagedBrowser.released + days * dayMs;
    const { state, detail, fix } = await checkBrowserAge(bundled, null, edges, now, askVersion);
    return { state, detail, fix: fix?.replaceAll(folder, '') ?? null, asked };
  }

  const update = 'update platen: "git pull && npm ci && npm install -g ." in its checkout';
  const newest = '31 days, as new as this platen brings it: security fixes have appeared since';

  it('is named with its version', async () => {
    expect(await checkWith({ 'a/google-chrome': `Google Chrome ${newer}\n` })).toEqual({
      state: 'warn',
      detail: '31 days: security fixes have appeared since',
      fix: `${update}, or use the newer Google Chrome ${newer}: PLATEN_CHROMIUM=/a/google-chrome`,
      asked: ['a/google-chrome'],
    });
  });

  it('is the first one that is newer', async () => {
    const programs = {
      'a/google-chrome': new Error('it fails'),
      'a/chromium-browser': `Chromium ${packagedBrowser.major}.9.9`,
      'b/google-chrome-stable': `Google Chrome ${newer}`,
      'b/chromium': `Chromium ${newer}`,
    };
    expect(await checkWith(programs, { days: 91 })).toMatchObject({
      state: 'warn',
      fix: `${update}, or use the newer Google Chrome ${newer}: PLATEN_CHROMIUM=/b/google-chrome-stable`,
      asked: ['a/google-chrome', 'a/chromium-browser', 'b/google-chrome-stable'],
    });
  });

  it.each([
    ['if none is there', {}, {}, []],
    ['if they are as old', { 'b/chromium': `Chromium ${packagedBrowser.major}.9.9` }, {}, ['b/chromium']],
    ['on Windows, which does not tell versions', { 'b/chromium': `Chromium ${newer}` }, { platform: 'win32' }, []],
    ['on a Mac, whose programs are elsewhere', { 'b/chromium': `Chromium ${newer}` }, { platform: 'darwin' }, []],
  ])('is not named %s', async (_case, programs, changes, asked) => {
    expect(await checkWith(programs, changes)).toEqual({ state: 'ok', detail: newest, fix: null, asked });
  });
});
