import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPackagedBrowser } from '../../src/browser/chromium/packaged-browser.ts';
import { nameUnpackedFolder } from '../../src/browser/chromium/unpack/packed-folder.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { isLong } from '../helpers/is-long.ts';
import { listDescendants, waitUntil, waitUntilGone } from '../helpers/process-tree.ts';
import { sendPdf, startRecordingServer, tinyPdf } from '../helpers/recording-server.ts';
import { startWaitingPage, type WaitingPage } from '../helpers/waiting-page.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

let workspace: Workspace;
let page: WaitingPage;

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  page = await startWaitingPage();
  writeFileSync(join(workspace.folder, 'page.html'), '<h1>Whole</h1>');
});
afterAll(async () => {
  await page.close();
  await workspace.clear();
});

const files = () => readdirSync(workspace.folder).filter((name) => name !== 'page.html');
const isWhole = (name: string) => /^%PDF-.*%%EOF\s*$/s.test(readFileSync(join(workspace.folder, name), 'latin1'));

describe('a render', () => {
  it.each([
    ['SIGKILL', null],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
    ['SIGINT', 130],
  ] as const)('that gets %s in its middle leaves no browser and no file', async (signal, code) => {
    const asked = page.asked();
    const running = workspace.start(['render', 'pdf', page.url, '-o', 'middle.pdf']);
    await asked;
    const browser = listDescendants(running.pid);
    expect(browser.length).toBeGreaterThan(1);
    running.child.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(await waitUntilGone(browser)).toEqual([]);
    expect(files()).toEqual([]);
  });

  it('that is killed at any moment leaves a whole file or none, and the next one works', async () => {
    const moments = isLong ? [80, 200, 320, 440, 560, 700] : [100, 300, 500];
    for (const moment of moments) {
      const running = workspace.start(['render', 'pdf', 'page.html', '-o', 'any.pdf', '--force']);
      await sleep(moment);
      const children = listDescendants(running.pid);
      running.child.kill('SIGKILL');
      await running.ended;
      expect([moment, await waitUntilGone(children)]).toEqual([moment, []]);
      if (existsSync(join(workspace.folder, 'any.pdf'))) expect(isWhole('any.pdf')).toBe(true);
    }
    const { code } = await workspace.platen(['render', 'pdf', 'page.html', '-o', 'any.pdf', '--force']);
    expect([code, isWhole('any.pdf'), files()]).toEqual([0, true, ['any.pdf']]);
    rmSync(join(workspace.folder, 'any.pdf'));
  });

  it('that is killed while it receives leaves a file that the next one clears away', async () => {
    const service = await startRecordingServer((_request, response, number) => {
      if (number > 0) return sendPdf(response);
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(tinyPdf.length) });
      response.write(tinyPdf.subarray(0, 50));
    });
    const env = { PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'key-of-a-test' };
    const words = ['render', 'pdf', 'https://example.com', '-o', 'cut.pdf'];
    const running = workspace.start(words, { env });
    await waitUntil('a part of the file is written', () => files().some((name) => name.endsWith('.tmp')));
    running.child.kill('SIGKILL');
    await running.ended;
    expect(files()).not.toContain('cut.pdf');
    expect((await workspace.platen(words, { env })).code).toBe(0);
    expect([files(), isWhole('cut.pdf')]).toEqual([['cut.pdf'], true]);
    await service.close();
    rmSync(join(workspace.folder, 'cut.pdf'));
  });
});

it('a command that waits for stdin ends soon after a signal', async () => {
  // What holds the other end of the pipe does not close it, and more than a pipe holds is gone only once the command reads.
  const { stdout } = await workspace.shell(
    'exec 3> >(exec platen render pdf - -o x.pdf); pid=$!; head -c 200000 /dev/zero >&3; kill -TERM $pid; wait $pid; echo $?',
  );
  expect(stdout).toBe('143\n');
});

describe('the first render of all', () => {
  let cache: string;
  beforeAll(() => {
    cache = mkdtempSync(join(tmpdir(), 'platen-first-'));
    // The browser of root runs as another user, who must come this far.
    chmodSync(cache, 0o755);
  });
  afterAll(() => rmSync(cache, { recursive: true, force: true }));

  function listBrowsers(): string[] {
    const folder = join(cache, 'platen', 'chromium');
    return existsSync(folder) ? readdirSync(folder) : [];
  }
  const start = (name: string) =>
    workspace.start(['render', 'pdf', 'page.html', '-o', name], { env: { XDG_CACHE_HOME: cache } });

  /** Whether a good part of the browser itself is there. */
  function isUnpacking(): boolean {
    const [folder = ''] = listBrowsers();
    const program = join(cache, 'platen', 'chromium', folder, 'chromium');
    return folder.startsWith('.unpack-') && (statSync(program, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000;
  }

  async function stopWhileUnpacking(signal: NodeJS.Signals) {
    const running = start('first.pdf');
    await waitUntil('the browser is being unpacked', isUnpacking);
    running.child.kill(signal);
    const ended = await running.ended;
    expect(files()).toEqual([]);
    return ended;
  }

  it('may be interrupted while the browser is unpacked, and leaves nothing of it', async () => {
    expect((await stopWhileUnpacking('SIGINT')).stderr).toBe('unpacking the browser, once\nstopping\n');
    expect(listBrowsers()).toEqual([]);
  });

  it('waits for the browser that another process unpacks, beyond its deadline, with a note on stderr', async () => {
    const fresh = mkdtempSync(join(tmpdir(), 'platen-slow-'));
    chmodSync(fresh, 0o755);
    const packed = findPackagedBrowser();
    const digest = packed && nameUnpackedFolder(packed).replace(/^.*-/, '');
    const theirs = `.unpack-${hostname().replace(/[^\w-]/g, '_')}.${process.pid}.aa.${digest}`;
    mkdirSync(join(fresh, 'platen', 'chromium', theirs), { recursive: true, mode: 0o755 });
    const running = workspace.start(['render', 'pdf', 'page.html', '-o', 'slow.pdf', '--timeout', '5s', '--json'], {
      env: { XDG_CACHE_HOME: fresh },
    });
    // Longer than the deadline. Then this process gives up, and the command unpacks the browser itself.
    await sleep(6000);
    rmSync(join(fresh, 'platen', 'chromium', theirs), { recursive: true });
    const { code, stdout, stderr } = await running.ended;
    rmSync(fresh, { recursive: true, force: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '{"note":"unpacking the browser, once"}\n' });
    expect(JSON.parse(stdout)).toMatchObject({ warnings: [] });
    expect(isWhole('slow.pdf')).toBe(true);
    rmSync(join(workspace.folder, 'slow.pdf'));
  });

  // Each of them unpacks the whole browser: two seconds of a processor.
  const names = isLong ? ['one.pdf', 'two.pdf'] : ['one.pdf'];
  it(`may be killed while the browser is unpacked, and then happen for ${names.length} at once`, async () => {
    await stopWhileUnpacking('SIGKILL');
    expect(listBrowsers()).toEqual([expect.stringMatching(/^\.unpack-/)]);
    const all = await Promise.all(names.map((name) => start(name).ended));
    expect(all.map(({ code, stderr }) => (code === 0 ? code : stderr))).toEqual(names.map(() => 0));
    expect(names.map(isWhole)).toEqual(names.map(() => true));
    expect(listBrowsers()).toEqual([expect.stringMatching(/^\d/)]);
  });
});
