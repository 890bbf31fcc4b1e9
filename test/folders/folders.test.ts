import { userInfo } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findHome, folders } from '../../src/folders/index.ts';

it('follow XDG on Linux', () => {
  expect(folders({}, 'linux', '/home/ann')).toEqual({
    config: '/home/ann/.config/platen',
    data: '/home/ann/.local/share/platen',
    cache: '/home/ann/.cache/platen',
  });
  const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_CACHE_HOME: '/e' };
  expect(folders(env, 'linux', '/home/ann')).toEqual({ config: '/c/platen', data: '/d/platen', cache: '/e/platen' });
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
