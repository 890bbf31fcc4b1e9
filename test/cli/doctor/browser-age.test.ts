import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkBrowserAge, packagedBrowser } from '../../../src/cli/doctor/browser-age.ts';

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
