import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBrowserAge, packagedBrowser } from '../../../src/cli/doctor/browser-age.ts';
import { findBrowserFonts, makeBareBrowser } from '../../engine/bare-browser.ts';
import { type RecordingServer, sendJson, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';
import { makeSigningAuthority } from '../../helpers/signing-authority.ts';

let home: TestHome;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

/** No browser is started, and no network made for one, where a test is about something else. */
const noBrowser = { PLATEN_CHROMIUM: '/nowhere/chromium', PLATEN_OWN_NETWORK: 'off' };

interface Found {
  check: string;
  state: string;
  detail: string;
  fix: string | null;
  code: string | null;
}
async function examine(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCli(['doctor', '--json'], {
    cwd: home.folder,
    env: { ...home.env, ...env },
  });
  expect(stderr).toBe('');
  const data: Found[] = JSON.parse(stdout).data;
  return { code, data, of: (name: string) => data.find(({ check }) => check === name) };
}

describe('platen doctor', () => {
  it('looks at the browser, its age, its sandbox, its network and its fonts', async () => {
    const { code, of } = await examine();
    expect(of('browser')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^\w+\/\d+\..*started in/) });
    expect(['ok', 'warn']).toContain(of('browser_age')?.state);
    expect(['ok', 'warn']).toContain(of('sandbox')?.state);
    expect(of('network')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/network|one of its own/) });
    const fonts = of('fonts');
    // Whatever fonts the machine has: platen's own are behind them.
    expect(fonts).toMatchObject({ state: 'ok', detail: 'all scripts that were tried' });
    expect([of('address')?.detail, code]).toEqual(['none: the service runs inside each command', 0]);
  });

  it('opens the seals, and names them or the file that cannot be used', async () => {
    const folder = join(home.folder, 'seals');
    mkdirSync(folder, { mode: 0o700 });
    const env = { ...noBrowser, PLATEN_SEALS: folder };
    expect((await examine(env)).of('seals')).toMatchObject({ state: 'ok', detail: 'the folder has none' });
    const authority = makeSigningAuthority();
    const { cert, key } = authority.issue('ada');
    writeFileSync(join(folder, 'invoices.pem'), readFileSync(cert) + String(readFileSync(key)), { mode: 0o600 });
    expect((await examine(env)).of('seals')).toMatchObject({ state: 'ok', detail: 'invoices' });
    writeFileSync(join(folder, 'hr.p12'), 'secret', { mode: 0o600 });
    expect((await examine(env)).of('seals')).toMatchObject({
      state: 'fail',
      code: 'config_invalid',
      detail: expect.stringContaining('hr.p12 cannot sign'),
    });
    authority.remove();
  });

  it('names each script that no font has, once', async () => {
    const bare = await makeBareBrowser([await findBrowserFonts()]);
    try {
      const { of } = await examine({ PLATEN_CHROMIUM: bare.executable });
      const scripts = [
        ...[
          'Arabic',
          'Devanagari',
          'Thai',
          'Armenian',
          'Georgian',
          'Bengali',
          'Gujarati',
          'Gurmukhi',
          'Tamil',
          'Telugu',
        ],
        ...['Kannada', 'Malayalam', 'Oriya', 'Sinhala', 'Khmer', 'Lao', 'Myanmar', 'Ethiopic', 'Cherokee'],
        ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Mathematics', 'Emoji'],
      ];
      const named =
        of('fonts')
          ?.detail.replace(/^none for (.*): such text is missing on paper$/, '$1')
          .split(', ') ?? [];
      expect(named).toEqual(expect.arrayContaining(scripts));
      expect(new Set(named).size).toBe(named.length);
    } finally {
      bare.remove();
    }
  });

  it('prints a line for each check, what to do below it, and ends with the code of the first failure', async () => {
    const { code, stdout } = await runCli(['doctor'], {
      cwd: home.folder,
      env: { ...home.env, ...noBrowser, LANG: 'C' },
    });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ok node {9}\d+\.\d+/);
    expect(stdout).toMatch(
      /^xx browser {6}fail: no Chromium can be started \(\/nowhere\/chromium is not an executable file\)\n {16}fix: install/m,
    );
  });

  it('still says what it can where the settings cannot be read', async () => {
    writeFileSync(join(home.folder, '.platenrc'), 'baseurl: x\n');
    const { code, of } = await examine();
    expect(code).toBe(3);
    expect(of('node')?.state).toBe('ok');
    expect(of('config')).toMatchObject({ state: 'fail', code: 'config_invalid', fix: 'did you mean base_url?' });
  });

  it('warns of a user file that others may read, and of a data folder that they may enter', async () => {
    const file = join(home.env.XDG_CONFIG_HOME ?? '', 'platen', 'config.yaml');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'api_key: k\nbase_url: https://x.invalid\n', { mode: 0o644 });
    const data = join(home.env.XDG_DATA_HOME ?? '', 'platen');
    mkdirSync(data, { recursive: true });
    chmodSync(data, 0o755);
    const { of } = await examine(noBrowser);
    expect(of('config')).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('others may read the API key'),
    });
    expect(of('data_folder')).toMatchObject({ state: 'warn', fix: `chmod 700 ${data}` });
    expect(of('store')).toMatchObject({ state: 'ok', detail: 'SQLite opens, 0 API keys' });
  });

  it('tries the database that is set', async () => {
    const { of } = await examine({ ...noBrowser, PLATEN_DATABASE_URL: 'postgres://127.0.0.1:9/x' });
    expect(of('store')).toMatchObject({
      state: 'fail',
      code: 'store_unavailable',
      fix: expect.stringContaining('database'),
    });
  });
});

describe('the way to a service', () => {
  let server: RecordingServer;
  let answer: Parameters<typeof startRecordingServer>[0];
  beforeEach(async () => {
    answer = (_request, response) => sendJson(response, 200, { data: [] });
    server = await startRecordingServer((request, response, number) => answer(request, response, number));
  });
  afterEach(() => server.close());
  const examineService = (env: Record<string, string> = {}) =>
    examine({ ...noBrowser, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'a-key-of-a-test', ...env });

  it('is tried with one small call, once, and asked whether it is ready', async () => {
    const { of } = await examineService();
    expect(of('address')).toMatchObject({ state: 'ok', detail: expect.stringContaining(server.url) });
    expect(of('key')).toMatchObject({ state: 'ok', detail: 'accepted' });
    expect(of('clock')).toMatchObject({ state: 'ok' });
    expect(server.requests.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/api/v1/templates?limit=1'],
      ['GET', '/readyz'],
    ]);
  });

  it('says version, readiness, database and last backup of a service of platen', async () => {
    let readiness: object = { status: 'ready', version: '9.9.9', database: 'SQLite', last_backup: null, workers: 0 };
    answer = ({ path }, response) => sendJson(response, 200, path === '/readyz' ? readiness : { data: [] });
    const { of } = await examineService();
    expect(of('version')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^9\.9\.9; this command is /) });
    expect(of('ready')).toMatchObject({ state: 'ok' });
    expect(of('database')).toMatchObject({ detail: 'SQLite' });
    expect(of('background')).toMatchObject({ state: 'warn', fix: expect.stringContaining('--role worker') });
    expect(of('backup')).toMatchObject({ state: 'warn', fix: expect.stringContaining('platen backup') });

    readiness = { ...readiness, status: 'not_ready', last_backup: '2026-01-02T03:04:05.000Z', workers: 2 };
    const later = await examineService();
    expect(later.of('ready')).toMatchObject({ state: 'warn', detail: 'it is not: not_ready' });
    expect(later.of('background')).toMatchObject({ state: 'ok', detail: '2 services do renders in the background' });
    expect(later.of('backup')).toMatchObject({ state: 'ok', detail: 'last at 2026-01-02T03:04:05.000Z' });
  });

  it('shows a clock that is wrong', async () => {
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    answer = (_request, response) => sendJson(response, 200, { data: [] }, { date });
    const { of } = await examineService();
    expect(of('clock')).toMatchObject({ state: 'warn', detail: expect.stringMatching(/^is 3\d{3} s ahead of/) });
  });

  it('tells a refused key from an address that does not answer, and from a service without templates', async () => {
    answer = (_request, response) => sendJson(response, 401, { detail: 'no' });
    const refused = await examineService();
    expect([refused.of('address')?.state, refused.of('key')?.code]).toEqual(['ok', 'unauthorized']);
    answer = (_request, response) => sendJson(response, 403, { code: 'forbidden', detail: 'this needs the scope x' });
    expect((await examineService()).of('key')).toMatchObject({
      state: 'ok',
      detail: 'accepted; it may not list templates',
    });
    answer = (_request, response) => sendJson(response, 404, {});
    expect((await examineService()).of('key')).toMatchObject({ state: 'warn' });
    const nowhere = await examineService({ PLATEN_BASE_URL: 'http://127.0.0.1:9' });
    expect(nowhere.of('address')).toMatchObject({ state: 'fail', code: 'connection_refused' });
    expect(nowhere.of('key')).toBeUndefined();
    expect((await examineService({ PLATEN_API_KEY: '' })).of('key')).toMatchObject({ state: 'fail', code: 'no_key' });
  });

  it('begins with proxy and certificates, and goes no further where they are wrong', async () => {
    const remote = { PLATEN_BASE_URL: 'https://far.example' };
    const proxy = await examineService({ ...remote, HTTPS_PROXY: 'ftp://x' });
    expect(proxy.of('proxy')).toMatchObject({ state: 'fail', detail: expect.stringContaining('HTTPS_PROXY') });
    const ca = await examineService({ ...remote, PLATEN_CA_FILE: '/dev/null' });
    expect(ca.of('ca')).toMatchObject({ state: 'fail', code: 'config_invalid' });
    expect([proxy.of('address'), ca.of('address')]).toEqual([undefined, undefined]);
  });
});

describe('the age of the browser', () => {
  const io = () => ({ env: { PATH: home.folder }, platform: 'linux' as const });
  const atAge = (days: number) => packagedBrowser.released + days * 86_400_000;
  const product = `HeadlessChrome/${packagedBrowser.major}.0.1.2`;

  it('is that of the browser that package.json names', () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    expect(packagedBrowser.package).toBe(manifest.dependencies['@sparticuz/chromium']);
  });

  it('is fine for a month, then a note, after three months a loud warning', async () => {
    expect(await checkBrowserAge(product, null, io(), atAge(30))).toMatchObject({ state: 'ok', detail: '30 days' });
    const note = await checkBrowserAge(product, null, io(), atAge(31));
    expect(note).toMatchObject({ state: 'ok', detail: expect.stringContaining('security fixes'), fix: null });
    const loud = await checkBrowserAge(product, null, io(), atAge(91));
    expect(loud).toMatchObject({ state: 'warn', detail: expect.stringContaining('OLD') });
  });

  it('is a warning after a month where a newer one can be had', async () => {
    const file = join(home.folder, 'own-chromium');
    writeFileSync(file, '');
    const afterAMonth = Date.now() + 32 * 86_400_000;
    const own = await checkBrowserAge('Chrome/150.0.1.2', file, io(), afterAMonth);
    expect(own).toMatchObject({ state: 'warn', fix: `update ${file}` });
  });

  it('says to update platen from its checkout, because no registry has it', async () => {
    const { fix } = await checkBrowserAge(product, null, io(), atAge(91));
    expect(fix).toMatch(/^update platen: .*npm install -g \./);
    expect(fix).not.toMatch(/npm install (-g )?platen/);
  });

  it('names an installed browser that is newer, and none that is older', async () => {
    const put = (name: string, version: string) =>
      writeFileSync(join(home.folder, name), `#!/bin/sh\necho "Chromium ${version}"\n`, { mode: 0o755 });
    put('google-chrome', '99.0.1.2');
    put('chromium', '999.0.1.2');
    const { state, fix } = await checkBrowserAge(product, null, io(), atAge(31));
    expect(state).toBe('warn');
    expect(fix).toContain(`the newer Chromium 999.0.1.2: PLATEN_CHROMIUM=${join(home.folder, 'chromium')}`);
  });
});
