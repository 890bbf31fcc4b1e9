import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../../src/browser/chromium/find-browser.ts';
import { type Browser, launchBrowser } from '../../../src/browser/chromium/launch-browser.ts';
import { preparePrivateFolders } from '../../../src/browser/chromium/private-folders.ts';
import { testSandbox } from '../../../src/browser/chromium/sandbox-test.ts';
import { startBrowser } from '../../../src/browser/chromium/start-browser.ts';
import { makePrivateFolder } from '../../engine/private-test-folder.ts';
import { cacheFolder } from '../../engine/test-engine.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
beforeAll(() => {
  const { path, remove } = makePrivateFolder();
  chmodSync(path, 0o755);
  folder = path;
  return remove;
});

/** Whether a process lives. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The target of a descriptor. Empty once it is closed. */
function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function ownProfiles(): string[] {
  return readdirSync(preparePrivateFolders(cacheFolder).profiles).filter((name) => name.includes(`.${process.pid}.`));
}

describe.runIf(process.platform === 'linux')('a browser', () => {
  let browser: Browser;
  let pids: number[];

  beforeAll(async () => {
    browser = await startBrowser({ cacheFolder, sandbox: 'preferred' });
    await browser.send('Target.createTarget', { url: 'about:blank' });
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    pids = processInfo.map(({ id }) => id);
  });
  afterAll(() => browser.kill());

  test.runIf(isRoot)('started as root runs as another user everywhere, and cannot change its own files', async () => {
    for (const pid of pids) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65432\s+65432/m);
    expect(readFileSync(`/proc/${browser.pid}/status`, 'utf8')).toMatch(/^Groups:\s*$/m);
    const { executable } = await findBrowser(preparePrivateFolders(cacheFolder));
    expect(statSync(executable).uid).toBe(0);
    expect(statSync(executable).mode & 0o022).toBe(0);
  });

  test('keeps its profile closed to others', () => {
    const [profile = ''] = ownProfiles();
    expect(statSync(join(preparePrivateFolders(cacheFolder).profiles, profile)).mode & 0o777).toBe(0o700);
  });

  test('opens no port', () => {
    const sockets = pids.flatMap((pid) => {
      const links = readdirSync(`/proc/${pid}/fd`).map((fd) => readLink(`/proc/${pid}/fd/${fd}`));
      return links.filter((link) => link.startsWith('socket:')).map((link) => link.slice(8, -1));
    });
    const listening = ['tcp', 'tcp6'].flatMap((name) =>
      readFileSync(`/proc/net/${name}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => fields[3] === '0A')
        .map((fields) => fields[9] ?? ''),
    );
    expect(sockets.length).toBeGreaterThan(0);
    expect(listening.filter((inode) => sockets.includes(inode))).toEqual([]);
  });

  test('is gone with all its processes and its profile when killed', async () => {
    const profiles = ownProfiles();
    expect(profiles).toHaveLength(1);
    await browser.kill();
    await until(() => !pids.some(lives));
    expect(ownProfiles()).toEqual([]);
    await expect(browser.send('Browser.getVersion')).rejects.toThrow();
  });
});

test('a browser started without its sandbox is found to have none', async () => {
  const browser = await startBrowser({ cacheFolder, sandbox: 'off' });
  const report = await testSandbox(browser);
  const lying = await testSandbox({ ...browser, sandbox: true }, 1000);
  await browser.kill();
  expect(report.sandboxed).toBe(false);
  if (process.platform === 'linux') expect(lying.findings).toContain('no separate process namespace');
});

test.runIf(process.platform === 'linux')(
  'a browser that does not start is told of by words that come after its end',
  async () => {
    const dying = join(folder, 'dying-chromium');
    // On a busy machine all words may come so late. Here another process says them once it sees that the first has ended.
    const late = `touch "$TMPDIR/ready"; while kill -0 "$0" 2>/dev/null; do sleep 0.01; done; echo the last words >&2`;
    const script = `setsid sh -c '${late}' $$ &\nwhile [ ! -e "$TMPDIR/ready" ]; do sleep 0.01; done\nexit 1\n`;
    writeFileSync(dying, `#!/bin/sh\n${script}`, { mode: 0o755 });
    const start = startBrowser({ cacheFolder, executable: dying, sandbox: 'preferred' });
    await expect(start).rejects.toMatchObject({ detail: expect.stringMatching(/It said: the last words$/) });
  },
);

describe.runIf(process.platform === 'linux')('where the kernel refuses the sandbox', () => {
  let refusing: string;
  beforeAll(async () => {
    refusing = join(folder, 'refusing-chromium');
    const { executable } = await findBrowser(preparePrivateFolders(cacheFolder));
    const script = `#!/bin/sh\nfor a; do [ "$a" = --no-sandbox ] && exec "${executable}" "$@"; done\n`;
    writeFileSync(refusing, `${script}echo 'FATAL: No usable sandbox!' >&2\nexit 133\n`);
    chmodSync(refusing, 0o755);
  });

  test('`preferred` starts without it and warns once', async () => {
    const warnings: string[] = [];
    const onWarning = (text: string) => warnings.push(text);
    const browser = await startBrowser({ cacheFolder, executable: refusing, sandbox: 'preferred', onWarning });
    await browser.kill();
    expect(browser.sandbox).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(/without its sandbox/)]);
  });

  test('`required` refuses and names the cures', async () => {
    const start = startBrowser({ cacheFolder, executable: refusing, sandbox: 'required' });
    await expect(start).rejects.toMatchObject({
      code: 'sandbox_unavailable',
      detail: expect.stringMatching(/user namespaces/),
    });
  });

  test('any other failed launch is no reason to drop the sandbox', async () => {
    const failing = join(folder, 'failing-chromium');
    writeFileSync(failing, '#!/bin/sh\nfor a; do [ "$a" = --no-sandbox ] && exit 0; done\necho broken >&2\nexit 1\n');
    chmodSync(failing, 0o755);
    const start = startBrowser({ cacheFolder, executable: failing, sandbox: 'preferred' });
    await expect(start).rejects.toMatchObject({ code: 'browser_missing', detail: expect.stringMatching(/broken/) });
    expect(ownProfiles()).toEqual([]);
  });
});

test.runIf(process.platform === 'linux')(
  "the browser's own libraries are used only where the system lacks one",
  async () => {
    const folders = preparePrivateFolders(cacheFolder);
    const files = await findBrowser(folders);
    const needy = join(folder, 'needy-chromium');
    const complaint = 'error while loading shared libraries: libnss3.so: cannot open shared object file';
    const script = `#!/bin/sh\n[ -z "$LD_LIBRARY_PATH" ] && echo "${complaint}" >&2 && exit 127\nexec "${files.executable}" "$@"\n`;
    writeFileSync(needy, script);
    chmodSync(needy, 0o755);
    const loaded = ({ pid }: Browser) => readFileSync(`/proc/${pid}/maps`, 'utf8');
    for (const [executable, expected] of [
      [files.executable, false],
      [needy, true],
    ] as const) {
      const browser = await launchBrowser({
        files: { ...files, executable },
        folders,
        sandbox: false,
        fonts: { set: 'system', added: [], bundled: [] },
      });
      expect(loaded(browser).includes(`${files.libraries}/libnss3.so`)).toBe(expected);
      await browser.kill();
    }
  },
);

test.runIf(process.platform === 'linux')(
  'a browser for more than one render removes old ones, one for a single render does not',
  async () => {
    const { executable } = await findBrowser(preparePrivateFolders(cacheFolder));
    const startIn = async (name: string, single: boolean) => {
      const old = join(preparePrivateFolders(join(folder, name)).browsers, '1.0.0-0123456789abcdef');
      mkdirSync(old);
      utimesSync(old, 0, 0);
      const options = { cacheFolder: join(folder, name), executable, sandbox: 'preferred', single } as const;
      await (await startBrowser(options)).kill();
      return old;
    };
    const [kept, removed] = [await startIn('single', true), await startIn('many', false)];
    await expect.poll(() => existsSync(removed)).toBe(false);
    // The first browser started before the second, so its folder would be gone by now too.
    expect(existsSync(kept)).toBe(true);
  },
);

test('an executable that others may change, and a file that cannot be run, are refused', async () => {
  const open = join(folder, 'open-chromium');
  writeFileSync(open, '#!/bin/sh\n');
  chmodSync(open, 0o777);
  await expect(startBrowser({ cacheFolder, executable: open, sandbox: 'off' })).rejects.toMatchObject({
    code: 'config_invalid',
  });
  const none = join(folder, 'none');
  await expect(startBrowser({ cacheFolder, executable: none, sandbox: 'off' })).rejects.toMatchObject({
    code: 'browser_missing',
  });
});

test.runIf(process.platform === 'linux')(
  'no browser outlives a process that was killed, and the next start removes its profile',
  async () => {
    const entryPoint = fileURLToPath(new URL('../../../src/engine/index.ts', import.meta.url));
    const program = `
    const { startBrowser } = await import(${JSON.stringify(entryPoint)});
    const browser = await startBrowser({ cacheFolder: ${JSON.stringify(cacheFolder)}, sandbox: 'preferred' });
    console.log(browser.pid);
    setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout, 'data');
    const pid = Number(String(line));
    expect(lives(pid)).toBe(true);
    const profiles = preparePrivateFolders(cacheFolder).profiles;
    const left = () => readdirSync(profiles).filter((name) => name.includes(`.${child.pid}.`));
    // Asked before it is killed: after that any start beside this test may remove it.
    expect(left()).toHaveLength(1);
    child.kill('SIGKILL');
    await until(() => !lives(pid));
    const next = await startBrowser({ cacheFolder, sandbox: 'preferred' });
    await until(() => left().length === 0);
    await next.kill();
  },
);
