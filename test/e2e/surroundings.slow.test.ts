import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../engine/read-pdf.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { type RecordingServer, sendPdf, startRecordingServer } from '../helpers/recording-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

let workspace: Workspace;
/** Answers every render with a PDF, for tests that need no browser. */
let service: RecordingServer;
let remote: Record<string, string>;
beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  writeFileSync(join(workspace.folder, 'page.html'), '<h1>Page</h1>');
  service = await startRecordingServer((_request, response) => sendPdf(response));
  remote = { PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'key-of-a-test' };
});
afterAll(async () => {
  await service.close();
  await workspace.clear();
});

/** Runs a command inside this process, where that is as good as its own. */
const run = (words: string[], env: Record<string, string>) =>
  runCli(words, { cwd: workspace.folder, env: { ...workspace.env, ...env } });

describe('a current folder that was removed', () => {
  const gone = 'mkdir gone && cd gone && rmdir ../gone &&';

  it('is an error that says so', async () => {
    const { code, stdout, stderr } = await workspace.shell(`${gone} platen templates list`);
    expect([code, stdout]).toEqual([15, '']);
    expect(JSON.parse((await workspace.shell(`${gone} platen templates list --json`)).stderr).error.code).toBe(
      'io_failed',
    );
    expect(stderr).toMatch(/^error: the current folder is not there any more\n/);
    expect(stderr).not.toContain('    at ');
  });

  it('does not keep help away', async () => {
    const { code, stdout } = await workspace.shell(`${gone} platen templates --help`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: platen templates')]);
  });
});

describe.runIf(process.platform === 'linux')('a processor for which no browser comes along', () => {
  const env = { NODE_OPTIONS: '' };
  beforeAll(() => {
    const file = join(workspace.folder, 'processor.mjs');
    writeFileSync(file, "Object.defineProperty(process, 'arch', { value: 'arm64' });");
    env.NODE_OPTIONS = `--import=${file}`;
  });

  it('is a hint how to get one, without waiting for programs that are not there', async () => {
    const setting = { env: { ...env, PATH: '/nowhere' }, limitMs: 12_000 };
    const { code, stdout } = await workspace.platen(['doctor'], setting);
    expect(code).toBe(3);
    expect(stdout).toContain('The Chromium of platen is for Linux on x64');
    expect(stdout).toMatch(/fix: install Chromium .*apt-get install chromium.* PLATEN_CHROMIUM=/);
  });

  it('has none in its version', async () => {
    expect((await workspace.platen(['--version'], { env })).stdout).toMatch(/^\S+ \(Node \S+\)\n$/);
  });

  it('takes the one of its system that is on the PATH', async () => {
    const installed = join(workspace.folder, 'installed');
    mkdirSync(installed);
    writeFileSync(join(installed, 'chromium'), '#!/bin/sh\necho this one was taken >&2\nexit 1\n', { mode: 0o755 });
    // The other folders of the PATH may have a browser that platen prefers.
    const { stdout } = await workspace.platen(['doctor'], { env: { ...env, PATH: installed } });
    // If root runs the tests, a user who may not read this folder starts it.
    expect(stdout).toMatch(/Chromium did not start .*(this one was taken|installed\/chromium)/);
  });
});

it('what is written is private, but for a PDF, which is as the umask says', async () => {
  const env = { XDG_CONFIG_HOME: undefined, XDG_DATA_HOME: undefined };
  const script =
    'umask 027; printf k | platen config set api_key -; platen templates create --name a -q; ' +
    `PLATEN_BASE_URL=${service.url} PLATEN_API_KEY=k platen render pdf page.html -o page.pdf -q`;
  expect(await workspace.shell(script, { env })).toMatchObject({ code: 0 });
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const home = dirname(workspace.folder);
  const [config, data] = [join(home, '.config', 'platen'), join(home, '.local', 'share', 'platen')];
  expect([modeOf(config), modeOf(join(config, 'config.yaml'))]).toEqual(['700', '600']);
  expect([modeOf(data), ...readdirSync(data).map((name) => modeOf(join(data, name)))]).toEqual([
    '700',
    ...readdirSync(data).map(() => '600'),
  ]);
  expect(modeOf(join(workspace.folder, 'page.pdf'))).toBe('640');
});

it('help and the version leave the home untouched, and work where it cannot be written', async () => {
  const home = join(workspace.folder, 'bare-home');
  mkdirSync(home);
  chmodSync(home, 0o500);
  const env = { HOME: home, XDG_CONFIG_HOME: undefined, XDG_DATA_HOME: undefined };
  for (const words of [['--version'], ['--help'], ['render', 'pdf', '--help']]) {
    expect(await workspace.platen(words, { env })).toMatchObject({ code: 0, stderr: '' });
  }
  expect(readdirSync(home)).toEqual([]);
});

describe('a name for the output', () => {
  it.each([
    ['with a space', 'my page.pdf'],
    ['beyond ASCII', 'Rechnung für Zoë – 請求書.pdf'],
    ['that looks like an option', './-o.pdf'],
    ['with a dollar and quotes', `a$HOME'"b.pdf`],
  ])('%s is taken as it is', async (_, name) => {
    const { code, stderr } = await run(['render', 'pdf', 'page.html', '-o', name], remote);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Wrote ${name}`)]);
    expect(readdirSync(workspace.folder)).toContain(name.replace('./', ''));
  });

  it('with a line break or an escape cannot write to the terminal', async () => {
    const { code, stderr } = await run(['render', 'pdf', 'page.html', '-o', 'a\u001b[31m\nb.pdf'], remote);
    expect(code).toBe(0);
    expect(stderr).not.toContain('\u001b');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

it.skipIf(process.platform === 'win32')('a newer browser on the PATH is named by doctor', async () => {
  const folder = join(workspace.folder, 'newer');
  mkdirSync(folder);
  writeFileSync(join(folder, 'google-chrome'), '#!/bin/sh\necho Google Chrome 999.0.1\n', { mode: 0o755 });
  const PATH = `${folder}:${workspace.env.PATH}`;
  const { code, stdout } = await workspace.platen(['doctor', '--json'], { env: { PATH } });
  const found: { check: string; fix: string | null }[] = JSON.parse(stdout).data;
  expect(code).toBe(0);
  expect(found.find(({ check }) => check === 'browser_age')?.fix).toContain(`PLATEN_CHROMIUM=${folder}/google-chrome`);
});

describe('behind a proxy', () => {
  const page =
    '<title>Over there</title><p>words of another net<img src="/picture.svg"><img src="http://excluded.test/x.svg">';
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

  it('pages are reached through it, as NO_PROXY says', async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const isPicture = request.url?.endsWith('.svg');
      response.setHeader('content-type', isPicture ? 'image/svg+xml' : 'text/html').end(isPicture ? picture : page);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const env = { http_proxy: `127.0.0.1:${(proxy.address() as AddressInfo).port}`, NO_PROXY: '.excluded.test' };
    const words = ['render', 'pdf', 'http://known-over-there.test/page', '--force', '-o', 'proxied.pdf'];
    const { code, stderr } = await run(words, env);
    // The proxy is not asked for the host that is excluded, and nobody else knows its name.
    const excluded = 'http://excluded.test/x.svg could not be loaded: the name of its host could not be resolved';
    expect([code, stderr]).toEqual([0, expect.stringContaining(excluded)]);
    expect((await readPdf(readFileSync(join(workspace.folder, 'proxied.pdf')))).pages).toEqual([
      'words of another net',
    ]);
    const down = await run(words, { http_proxy: '127.0.0.1:1' });
    expect([down.code, down.stderr]).toEqual([7, expect.stringContaining('The proxy of this machine did not connect')]);
    expect(asked).toEqual(['page', 'picture.svg'].map((name) => `GET http://known-over-there.test/${name}`));
    proxy.closeAllConnections();
    proxy.close();
  });

  it('a value that names none is passed over by a command and keeps a service from starting', async () => {
    const env = { ALL_PROXY: 'socks5://127.0.0.1:1080' };
    const told = await run(['templates', 'list', '--verbose'], env);
    expect([told.code, told.stderr]).toEqual([0, expect.stringContaining('ALL_PROXY is not the address')]);
    const refused = await run(['serve', '--port', '0'], env);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('ALL_PROXY is not the address')]);
  });
});

describe('a place that cannot be written', () => {
  // Root may write anywhere but on a disk that is mounted read-only.
  const isRoot = process.getuid?.() === 0;
  const inReadOnlyHome = (script: string) =>
    isRoot
      ? `mkdir -p /tmp/platen-read-only && unshare -m sh -c 'mount -t tmpfs -o ro none /tmp/platen-read-only; HOME=/tmp/platen-read-only; ${script}'`
      : `mkdir -p locked; chmod 500 locked; HOME=$PWD/locked; ${script}`;
  const env = { XDG_CONFIG_HOME: undefined, XDG_DATA_HOME: undefined, XDG_CACHE_HOME: undefined };
  const why = isRoot ? 'the file system is read-only (EROFS)' : 'permission denied (EACCES)';

  it.each([
    ['the data folder', 'platen templates list', /PLATEN_DATA_DIR/],
    ['the cache folder', 'platen render pdf page.html -o read-only.pdf', /XDG_CACHE_HOME/],
    ['the user file', 'platen config set retries 2', /another/],
  ])('is named with the reason: %s', async (_what, script, fix) => {
    const { code, stderr } = await workspace.shell(inReadOnlyHome(script), { env });
    expect(code).toBe(15);
    expect(stderr).toMatch(/^error: .*\/(?:platen-read-only|locked)\b/);
    expect(stderr).toContain(`why: ${why}`);
    expect(stderr).toMatch(new RegExp(`fix: .*${fix.source}`));
    expect(stderr).not.toContain('ENOENT');
  });
});
