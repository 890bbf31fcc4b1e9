import { homedir, userInfo } from 'node:os';
import { isAbsolute, posix, win32 } from 'node:path';

/** The folders that platen writes to for its user. Each is created when something is written there. */
export interface Folders {
  /** Settings written by the user: `config.yaml`. */
  config: string;
  /** Templates, keys, remembered trust. */
  data: string;
  /** Files that can be made again. */
  cache: string;
}

/**
 * The user's folders for platen. Linux follows the XDG Base Directory Specification. macOS keeps settings in `~/.config`
 * as command lines do there, data and cache in `~/Library`, and obeys the XDG variables if they are set. Windows uses
 * `%APPDATA%` and `%LOCALAPPDATA%`. Relative XDG paths are ignored, as that specification demands.
 */
export function folders(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  homeFolder: string,
): Folders {
  if (platform === 'win32') {
    const roaming = env.APPDATA || win32.join(homeFolder, 'AppData', 'Roaming');
    const local = env.LOCALAPPDATA || win32.join(homeFolder, 'AppData', 'Local');
    return {
      config: win32.join(roaming, 'platen'),
      data: win32.join(local, 'platen', 'data'),
      cache: win32.join(local, 'platen', 'cache'),
    };
  }
  const mac = platform === 'darwin';
  const pick = (variable: string | undefined, ...usual: string[]) => {
    const base = variable && posix.isAbsolute(variable) ? variable : posix.join(homeFolder, ...usual);
    return posix.join(base, 'platen');
  };
  return {
    config: pick(env.XDG_CONFIG_HOME, '.config'),
    data: pick(env.XDG_DATA_HOME, ...(mac ? ['Library', 'Application Support'] : ['.local', 'share'])),
    cache: pick(env.XDG_CACHE_HOME, ...(mac ? ['Library', 'Caches'] : ['.cache'])),
  };
}

/**
 * The user's home folder. If the environment names none, or a relative one, it is that of the account: the current folder, which such a
 * name would mean, may be anybody's. Throws if there is none.
 */
export function findHome(): string {
  const named = homedir();
  return isAbsolute(named) ? named : userInfo().homedir;
}
