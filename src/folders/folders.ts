import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, posix, win32 } from 'node:path';

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
 * name would mean, may be anybody's. A user without an account, as in many containers, has their own folder in the temporary
 * folder. Throws if another user has taken that.
 */
export function findHome(): string {
  for (const read of [homedir, () => userInfo().homedir]) {
    try {
      const home = read();
      if (isAbsolute(home)) return home;
    } catch {
      // There is no account with this number.
    }
  }
  return temporaryFolder();
}

/**
 * A folder of this user's own in the temporary folder, made if it is missing. `mode` is 0755 if root's browser must pass, default 0700.
 * Throws if another user has taken its name. If it cannot be made, the first write to it fails with the reason.
 */
export function temporaryFolder(mode?: 0o700 | 0o755): string {
  const us = process.getuid?.();
  const folder = join(tmpdir(), us === undefined ? 'platen' : `platen-${us}`);
  try {
    mkdirSync(folder, { mode: mode ?? 0o700 });
  } catch {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    const isOurs = found?.isDirectory() && (us === undefined || (found.uid === us && (found.mode & 0o022) === 0));
    if (found !== undefined && !isOurs) throw new Error(`${folder} belongs to another user, or others can change it`);
    if (isOurs && mode !== undefined) chmodSync(folder, mode);
  }
  return folder;
}

/** A warning if folders of platen lie in the temporary folder, because the user has no home. */
export function warnOfHome(homeFolder: string, folders: Folders): string | undefined {
  const lost = Object.values(folders).filter((folder) => isBelow(folder, homeFolder));
  if (lost.length === 0 || dirname(homeFolder) !== tmpdir() || homeFolder !== temporaryFolder()) return undefined;
  return `this user has no home folder, so platen keeps its files in ${homeFolder}: set HOME`;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(join(folder, '/'));
}
