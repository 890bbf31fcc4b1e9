import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { pack } from 'tar-fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteUse } from '../../../src/browser/chromium/browser-use.ts';
import { ensureUnpacked } from '../../../src/browser/chromium/find-browser.ts';
import { checkTrust, ensureTrustedFolder } from '../../../src/browser/chromium/folder-trust.ts';
import { findPackagedBrowser } from '../../../src/browser/chromium/packaged-browser.ts';
import { removeOldFolders } from '../../../src/browser/chromium/unpack/old-folders.ts';
import {
  findUnpackedFolder,
  nameUnpackedFolder,
  type PackedFolder,
} from '../../../src/browser/chromium/unpack/packed-folder.ts';
import { unpackFolder } from '../../../src/browser/chromium/unpack/unpack-folder.ts';
import { readUnpackMs } from '../../../src/browser/unpack-clock.ts';
import { makePrivateFolder } from '../../engine/private-test-folder.ts';

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ path: folder, remove } = makePrivateFolder());
});
afterEach(() => remove());

function makeOld(path: string, days: number): void {
  const time = Date.now() / 1000 - days * 24 * 3600;
  utimesSync(path, time, time);
}

describe.runIf(process.platform === 'linux')('browsers of other versions', () => {
  const digest = '0123456789abcdef';
  /** Makes a folder like that of an unpacked browser, last used so many days ago. */
  function makeBrowser(name: string, days: number): string {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'chromium'), '');
    makeOld(path, days);
    return path;
  }

  test('are removed after 30 days without use, but never the current one or another file', async () => {
    const kept = [makeBrowser(`150.0.0-${digest}`, 40), makeBrowser(`151.0.0-${digest}`, 29)];
    makeBrowser(`149.0.0-${digest}`, 31);
    const others = ['notes', `x-${digest}`, `149.0.0-${digest}.bak`].map((name) => makeBrowser(name, 99));
    const elsewhere = makeBrowser('elsewhere', 99);
    symlinkSync(elsewhere, join(folder, `148.0.0-${digest}`));
    await removeOldFolders(folder, kept[0]);
    const left = [...kept, ...others, elsewhere, join(folder, `148.0.0-${digest}`)];
    expect(readdirSync(folder).sort()).toEqual(left.map((path) => basename(path)).sort());
    expect(readdirSync(elsewhere)).toEqual(['chromium']);
    await removeOldFolders(join(folder, 'none'), undefined);
  });

  test('stay while a process runs them', async () => {
    const used = makeBrowser(`150.0.0-${digest}`, 40);
    const program = join(used, 'chromium');
    copyFileSync(process.execPath, program);
    chmodSync(program, 0o755);
    makeOld(used, 40);
    const running = spawn(program, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
    await once(running, 'spawn');
    await removeOldFolders(folder, undefined);
    expect(readdirSync(folder)).toEqual([basename(used)]);
    running.kill('SIGKILL');
    await once(running, 'exit');
    await removeOldFolders(folder, undefined);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('unpacking', () => {
  async function packSmallBrowser(): Promise<PackedFolder> {
    const source = join(folder, 'source');
    mkdirSync(join(source, 'tree', 'lib'), { recursive: true });
    writeFileSync(join(source, 'tree', 'lib', 'one.so'), 'library', { mode: 0o600 });
    const tar = await buffer(pack(join(source, 'tree')));
    const files = [
      { name: 'a.br', plain: Buffer.from('program'), target: 'chromium', tar: false },
      { name: 'b.br', plain: tar, target: '.', tar: true },
    ];
    return {
      name: 'Chromium',
      version: '1.2.3',
      files: files.map(({ name, plain, target, tar }) => {
        const bytes = brotliCompressSync(plain);
        writeFileSync(join(source, name), bytes);
        return { source: join(source, name), sha256: createHash('sha256').update(bytes).digest('hex'), target, tar };
      }),
    };
  }

  test('gives a folder of that version with files that run and can be read, whatever the umask', async () => {
    const browser = await packSmallBrowser();
    const before = process.umask(0o077);
    const unpacked = await unpackFolder(browser, folder, 0o755).finally(() => process.umask(before));
    expect(unpacked).toMatch(/1\.2\.3-[0-9a-f]{16}$/);
    expect(readFileSync(join(unpacked, 'chromium'), 'utf8')).toBe('program');
    expect(readFileSync(join(unpacked, 'lib', 'one.so'), 'utf8')).toBe('library');
    for (const name of ['.', 'chromium', 'lib', 'lib/one.so'])
      expect(statSync(join(unpacked, name)).mode & 0o777).toBe(0o755);
    expect(findUnpackedFolder(browser, folder)).toBe(unpacked);
  });

  test('tells how far it is, and that it has ended once the browser is in its place', async () => {
    const shares: number[] = [];
    const browser = await packSmallBrowser();
    const found: (string | undefined)[] = [];
    await unpackFolder(browser, folder, 0o700, {
      onUnpack(share) {
        shares.push(share);
        if (share === 1) found.push(findUnpackedFolder(browser, folder));
      },
    });
    expect(shares[0]).toBe(0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(found).toEqual([expect.stringContaining(folder)]);
  });

  test('works twice at once and leaves one folder', async () => {
    const browser = await packSmallBrowser();
    const both = await Promise.all([unpackFolder(browser, folder, 0o700), unpackFolder(browser, folder, 0o700)]);
    expect(both[0]).toBe(both[1]);
    expect(readdirSync(folder).sort()).toEqual([both[0].slice(folder.length + 1), 'source']);
  });

  test('waits for another process that unpacks the same, and takes over what that one leaves', async () => {
    const browser = await packSmallBrowser();
    const host = hostname().replace(/[^\w-]/g, '_');
    const theirs = join(
      folder,
      `.unpack-${host}.${process.ppid}.aa.${nameUnpackedFolder(browser).replace(/^.*-/, '')}`,
    );
    mkdirSync(theirs);
    writeFileSync(join(theirs, 'chromium'), 'theirs');
    const before = readUnpackMs();
    const began = Promise.withResolvers<void>();
    const folders = {
      browsers: folder,
      fonts: folder,
      profiles: folder,
      fontIndex: folder,
      user: undefined,
      mode: 0o700,
    } as const;
    const waiting = ensureUnpacked(browser, folder, folders, { onUnpack: () => began.resolve() });
    await began.promise;
    renameSync(theirs, join(folder, nameUnpackedFolder(browser)));
    expect(readFileSync(join(await waiting, 'chromium'), 'utf8')).toBe('theirs');
    expect(readUnpackMs()).toBeGreaterThan(before);
  });

  test('that fails for want of a folder names the browser and the folder', async () => {
    const browser = await packSmallBrowser();
    const missing = join(folder, 'missing');
    const folders = {
      browsers: missing,
      fonts: missing,
      profiles: missing,
      fontIndex: missing,
      user: undefined,
      mode: 0o700,
    } as const;
    await expect(ensureUnpacked(browser, missing, folders, {})).rejects.toMatchObject({
      code: 'io_failed',
      message: `The browser could not be unpacked into ${missing} (ENOENT).`,
    });
  });

  test('notes the time of its last use, at most once a day, and notices that it is gone', async () => {
    const unpacked = await unpackFolder(await packSmallBrowser(), folder, 0o700);
    const age = () => (Date.now() - statSync(unpacked).mtimeMs) / 3_600_000;
    makeOld(unpacked, 0.5);
    expect([noteUse(unpacked), Math.round(age())]).toEqual([true, 12]);
    makeOld(unpacked, 1.5);
    expect([noteUse(unpacked), Math.round(age())]).toEqual([true, 0]);
    expect(noteUse(join(folder, 'none'))).toBe(false);
  });

  test('removes what a killed process left and nothing of a living one', async () => {
    const host = hostname().replace(/[^\w-]/g, '_');
    const dead = `.unpack-${host}.999999999.aa`;
    const living = `.unpack-${host}.${process.ppid}.bb`;
    for (const name of [dead, living]) mkdirSync(join(folder, name));
    await unpackFolder(await packSmallBrowser(), folder, 0o700);
    expect(readdirSync(folder)).toContain(living);
    expect(readdirSync(folder)).not.toContain(dead);
  });

  test('refuses a damaged package and leaves nothing behind', async () => {
    const browser = await packSmallBrowser();
    writeFileSync(browser.files[0]?.source ?? '', brotliCompressSync(Buffer.from('another program')));
    await expect(unpackFolder(browser, folder, 0o700)).rejects.toMatchObject({ code: 'browser_missing' });
    expect(findUnpackedFolder(browser, folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['source']);
  });
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the known digests are those of the installed package, at the version that is pinned',
  () => {
    const browser = findPackagedBrowser();
    const withWebgl = findPackagedBrowser(true);
    const { dependencies } = createRequire(import.meta.url)('../../../package.json');
    expect(browser?.version).toBe(dependencies['@sparticuz/chromium']);
    for (const { source, sha256 } of withWebgl?.files ?? []) {
      expect(createHash('sha256').update(readFileSync(source)).digest('hex')).toBe(sha256);
    }
    const { folder, ...rest } = browser as PackedFolder;
    expect(folder).toBe(nameUnpackedFolder(rest));
    expect(nameUnpackedFolder(withWebgl as PackedFolder)).not.toBe(folder);
  },
);

describe.skipIf(process.platform === 'win32')('a folder to run programs from', () => {
  const refused = expect.objectContaining({ code: 'config_invalid' });
  const attempt = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };

  test('is made with its parents, closed to others', () => {
    const path = ensureTrustedFolder(join(folder, 'a', 'b'), 0o700);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  });

  test('is refused when everybody may write to it or to a parent', () => {
    const path = ensureTrustedFolder(join(folder, 'a', 'b'), 0o700);
    for (const open of [path, join(folder, 'a')]) {
      chmodSync(open, 0o757);
      expect(attempt(() => ensureTrustedFolder(path, 0o700))).toEqual(refused);
      chmodSync(open, 0o755);
    }
    expect(attempt(() => checkTrust(path))).toBeUndefined();
  });

  test.runIf(process.getuid?.() === 0)("passes below a sticky folder of root's and of nobody else", () => {
    const path = ensureTrustedFolder(join(folder, 'a', 'b'), 0o700);
    chmodSync(join(folder, 'a'), 0o1777);
    expect(attempt(() => checkTrust(path))).toBeUndefined();
    expect(attempt(() => checkTrust(join(folder, 'a')))).toEqual(refused);
    chownSync(join(folder, 'a'), 65432, 65432);
    expect(attempt(() => checkTrust(path))).toEqual(refused);
  });

  test('is refused when it is, or lies behind, a symbolic link', () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(attempt(() => ensureTrustedFolder(join(folder, 'link'), 0o700))).toEqual(refused);
    expect(attempt(() => ensureTrustedFolder(join(folder, 'link', 'below'), 0o700))).toEqual(refused);
  });
});
