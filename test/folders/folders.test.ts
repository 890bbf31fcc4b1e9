import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findHome, folders, temporaryFolder, warnOfHome } from '../../src/folders/index.ts';

it('follow XDG on Linux', () => {
  expect(folders({}, 'linux', '/home/ann')).toEqual({
    config: '/home/ann/.config/platen',
    data: '/home/ann/.local/share/platen',
    cache: '/home/ann/.cache/platen',
  });
  const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_CACHE_HOME: '/e' };
  expect(folders(env, 'linux', '/home/ann')).toEqual({ config: '/c/platen', data: '/d/platen', cache: '/e/platen' });
});

it('are chosen one by one', () => {
  expect(folders({ XDG_DATA_HOME: '/d' }, 'linux', '/home/ann')).toEqual({
    config: '/home/ann/.config/platen',
    data: '/d/platen',
    cache: '/home/ann/.cache/platen',
  });
});

it('ignore XDG paths that are empty or relative', () => {
  for (const bad of ['', 'relative', './x', '~/x']) {
    const env = { XDG_CONFIG_HOME: bad, XDG_DATA_HOME: bad, XDG_CACHE_HOME: bad };
    expect(folders(env, 'linux', '/home/ann')).toEqual(folders({}, 'linux', '/home/ann'));
  }
});

it('keep settings in ~/.config and the rest in ~/Library on macOS, unless XDG says otherwise', () => {
  expect(folders({ XDG_CACHE_HOME: '/e' }, 'darwin', '/Users/ann')).toEqual({
    config: '/Users/ann/.config/platen',
    data: '/Users/ann/Library/Application Support/platen',
    cache: '/e/platen',
  });
});

it('use the AppData folders on Windows', () => {
  const env = { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming', LOCALAPPDATA: 'D:\\local' };
  expect(folders(env, 'win32', 'C:\\Users\\ann')).toEqual({
    config: 'C:\\Users\\ann\\AppData\\Roaming\\platen',
    data: 'D:\\local\\platen\\data',
    cache: 'D:\\local\\platen\\cache',
  });
});

it.skipIf(process.platform === 'win32')(
  'are those of the account where the home is empty or relative, and not the current folder',
  () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const home of ['', 'relative', '.']) {
      vi.stubEnv('HOME', home);
      expect(findHome()).toBe(userInfo().homedir);
    }
    vi.stubEnv('HOME', '/home/ann');
    expect(findHome()).toBe('/home/ann');
  },
);

it('use the usual folders on Windows if the environment names none', () => {
  expect(folders({ APPDATA: '' }, 'win32', 'C:\\Users\\ann')).toEqual({
    config: 'C:\\Users\\ann\\AppData\\Roaming\\platen',
    data: 'C:\\Users\\ann\\AppData\\Local\\platen\\data',
    cache: 'C:\\Users\\ann\\AppData\\Local\\platen\\cache',
  });
});

describe.skipIf(process.platform === 'win32')('the folder of a user without a home', () => {
  /** Makes an empty folder for temporary files, and returns the user's in it. */
  function useTemporary(): { root: string; own: string } {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'platen-folders-')));
    vi.stubEnv('TMPDIR', root);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(root, { recursive: true });
    });
    return { root, own: join(root, `platen-${process.getuid?.()}`) };
  }
  const modeOf = (folder: string) => statSync(folder).mode & 0o777;

  it('is made for them alone, or so that others may pass, and stays as it is without a mode', () => {
    const { own } = useTemporary();
    expect([temporaryFolder(), modeOf(own)]).toEqual([own, 0o700]);
    expect([temporaryFolder(0o755), modeOf(own)]).toEqual([own, 0o755]);
    expect([temporaryFolder(), modeOf(own)]).toEqual([own, 0o755]);
    expect([temporaryFolder(0o700), modeOf(own)]).toEqual([own, 0o700]);
  });

  it.each<[string, (own: string) => void]>([
    [
      'others can change',
      (own) => {
        mkdirSync(own);
        chmodSync(own, 0o770);
      },
    ],
    ['is a file', (own) => writeFileSync(own, '')],
    ['is a link', (own) => symlinkSync(tmpdir(), own)],
  ])('is refused if it %s', (_, take) => {
    const { own } = useTemporary();
    take(own);
    expect(() => temporaryFolder()).toThrow(`${own} belongs to another user, or others can change it`);
  });

  it('is not made where nothing can be made', () => {
    const { root } = useTemporary();
    vi.stubEnv('TMPDIR', join(root, 'gone'));
    expect(temporaryFolder()).toBe(join(root, 'gone', `platen-${process.getuid?.()}`));
  });

  it('is warned of if files are kept in it', () => {
    const { root, own } = useTemporary();
    temporaryFolder();
    const warning = `this user has no home folder, so platen keeps its files in ${own}: set HOME`;
    expect(warnOfHome(own, folders({}, 'linux', own))).toBe(warning);
    expect(warnOfHome(own, folders({ XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' }, 'linux', own))).toBe(warning);
    const elsewhere = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_CACHE_HOME: '/e' };
    expect(warnOfHome(own, folders(elsewhere, 'linux', own))).toBeUndefined();
    for (const home of [join(root, 'ann'), join(own, 'ann'), '/home/ann'])
      expect(warnOfHome(home, folders({}, 'linux', home))).toBeUndefined();
  });
});
