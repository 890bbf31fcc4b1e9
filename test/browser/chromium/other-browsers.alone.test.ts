import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBrowser } from '../../../src/browser/chromium/find-browser.ts';
import { findPackagedBrowser } from '../../../src/browser/chromium/packaged-browser.ts';
import { preparePrivateFolders } from '../../../src/browser/chromium/private-folders.ts';
import { startBrowser } from '../../../src/browser/chromium/start-browser.ts';
import { nameUnpackedFolder } from '../../../src/browser/chromium/unpack/packed-folder.ts';
import { makePrivateFolder } from '../../engine/private-test-folder.ts';
import { cacheFolder } from '../../engine/test-engine.ts';

const packed = findPackagedBrowser();
let folder: string;
let works: string;

beforeAll(async () => {
  const { path, remove } = makePrivateFolder();
  // Root's browser runs as another user.
  chmodSync(path, 0o755);
  folder = path;
  const { executable } = await findBrowser(preparePrivateFolders(cacheFolder));
  works = `exec '${executable}' "$@"`;
  // The loader of this system's libraries is missing, as on a system with musl.
  if (packed)
    write(join('cache', 'chromium', nameUnpackedFolder(packed), 'chromium'), '', '/nowhere/ld-linux-x86-64.so.2');
  return remove;
});
beforeEach(() => {
  vi.stubEnv('PATH', join(folder, 'bin'));
  vi.stubEnv('HOME', join(folder, 'home'));
  for (const name of ['PUPPETEER_CACHE_DIR', 'PLAYWRIGHT_BROWSERS_PATH']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const name of ['bin', 'home']) rmSync(join(folder, name), { recursive: true, force: true });
});

/** Writes a program that others may run. */
function write(path: string, script: string, interpreter = '/bin/sh'): string {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
  writeFileSync(place, `#!${interpreter}\n${script}\n`, { mode: 0o755 });
  return place;
}

async function start() {
  const warnings: string[] = [];
  const onWarning = (text: string) => warnings.push(text);
  const browser = await startBrowser({ cacheFolder: join(folder, 'cache'), sandbox: 'off', onWarning });
  await browser.kill();
  return warnings.filter((text) => !text.includes('sandbox'));
}

describe.runIf(packed !== undefined)('a packaged browser that does not start', () => {
  const cause = expect.stringMatching(/needs the GNU C library .*apk add chromium/);

  test('gives way to one on the PATH, with a warning that has the cause', async () => {
    const other = write('bin/chromium', works);
    expect(await start()).toEqual([cause]);
    expect(await start()).toEqual([expect.stringContaining(`Chromium runs from ${other}, `)]);
  });

  test.each([
    'puppeteer/chrome-headless-shell/linux-150.0.1/chrome-headless-shell-linux64/chrome-headless-shell',
    'puppeteer/chrome/linux-150.0.1/chrome-linux64/chrome',
    'ms-playwright/chromium_headless_shell-1200/chrome-linux/headless_shell',
    'ms-playwright/chromium-1200/chrome-linux64/chrome',
  ])('gives way to %s in the caches of other tools', async (path) => {
    const other = write(`home/.cache/${path}`, works);
    write(`home/.cache/${path.replace(/150|1200/, '99')}`, 'exit 1');
    expect(await start()).toEqual([expect.stringContaining(`Chromium runs from ${other}, `)]);
  });

  test('is the cause that an error names if no other starts', async () => {
    await expect(start()).rejects.toMatchObject({ code: 'browser_missing', detail: cause });
    const broken = write('bin/chromium', 'echo broken >&2; exit 1');
    const detail = expect.stringMatching(`needs the GNU C library .*Others: ${broken}: .*broken`);
    await expect(start()).rejects.toMatchObject({ code: 'browser_missing', detail });
  });
});
