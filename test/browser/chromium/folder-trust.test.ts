import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anotherBrowser, checkTrust, ensureTrustedFolder } from '../../../src/browser/chromium/folder-trust.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'platen-trust-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const modeOf = (path: string) => statSync(path).mode & 0o7777;
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === 'win32')('a folder for programs', () => {
  it.each([0o700, 0o755] as const)('is made with its parents, with the mode %o whatever the umask', (mode) => {
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const path = join(folder, 'a', 'b');
    expect(ensureTrustedFolder(path, mode)).toBe(path);
    expect([modeOf(join(folder, 'a')), modeOf(path), modeOf(folder)]).toEqual([mode, mode, 0o700]);
  });

  it('that is there keeps its mode', () => {
    const path = join(folder, 'a');
    mkdirSync(path);
    chmodSync(path, 0o711);
    ensureTrustedFolder(path, 0o755);
    expect(modeOf(path)).toBe(0o711);
  });

  it.each([0o700, 0o755, 0o775])('of ours is trusted with the mode %o', (mode) => {
    chmodSync(folder, mode);
    // A group of only us may change it.
    if (mode === 0o775 && process.getgid?.() !== process.getuid?.()) return;
    expect(() => checkTrust(folder)).not.toThrow();
  });

  it.each([0o777, 0o1777, 0o702])('that every user can change is not, with the mode %o', (mode) => {
    const path = join(folder, 'a');
    mkdirSync(path);
    chmodSync(path, mode);
    const why = 'can be changed by every user, so a browser kept there could be replaced.';
    expect(() => checkTrust(path)).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: `${path} ${why}` }),
    );
    const fix = `chmod go-w ${path}, or name a cache folder that only you can change: XDG_CACHE_HOME=/path/to/folder`;
    expect(() => checkTrust(path)).toThrow(expect.objectContaining({ fix }));
    const otherwise = expect.objectContaining({ fix: expect.stringContaining('PLATEN_CHROMIUM=') });
    expect(() => checkTrust(path, anotherBrowser)).toThrow(otherwise);
  });

  it('is not trusted below one that every user can change', () => {
    const path = join(folder, 'a', 'b');
    mkdirSync(path, { recursive: true });
    chmodSync(join(folder, 'a'), 0o777);
    expect(() => checkTrust(path)).toThrow(`${join(folder, 'a')} can be changed by every user`);
  });

  it.runIf(isRoot)('is trusted below one of root where others may only add', () => {
    const path = join(folder, 'a', 'b');
    mkdirSync(path, { recursive: true });
    chmodSync(join(folder, 'a'), 0o1777);
    expect(() => checkTrust(path)).not.toThrow();
  });

  it('must be no link', () => {
    const path = join(folder, 'link');
    mkdirSync(join(folder, 'a'));
    symlinkSync('a', path);
    expect(() => checkTrust(path)).toThrow(`${path} is a symbolic link, so a browser kept there could be replaced.`);
    writeFileSync(join(folder, 'a', 'file'), '');
    expect(() => checkTrust(join(path, 'file'))).toThrow('is a symbolic link');
  });

  it.runIf(process.platform === 'linux')('may be one of the system', () => {
    expect(() => checkTrust('/etc')).not.toThrow();
  });
});
