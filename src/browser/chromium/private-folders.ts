import { accessSync, chmodSync, chownSync, constants, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineError } from '../../children/index.ts';
import { makeFolder, temporaryFolder } from '../../folders/index.ts';
import { checkTrust, ensureTrustedFolder } from './folder-trust.ts';
import { isMappedUser } from './user-namespace.ts';

/**
 * The user and group of Chromium when we are root. Not `nobody`, which shares processes and files with other services. The
 * number needs no entry in /etc/passwd.
 */
export const renderUser = 65432;

/** The folders for the browser's own files. */
export interface PrivateFolders {
  /** Unpacked browsers. */
  browsers: string;
  /** Unpacked faces. */
  fonts: string;
  /** One folder per running browser, removed with it. */
  profiles: string;
  /** Fontconfig's index of the fonts, kept between runs. */
  fontIndex: string;
  /** The user of Chromium, if not our own. */
  user: number | undefined;
  /** Mode of a folder that Chromium must reach. */
  mode: 0o700 | 0o755;
}

/**
 * Creates the private folders below the cache folder; those of unpacked files below `browserFolder`, if it is given. When root's home is closed to others (mode 0700), uses
 * /var/cache/platen instead, because the render user must read the browser. In a cache that is read-only, profiles and the font
 * index are in the temporary folder. Executables stay root's, so the render user
 * cannot change them; profiles and the font index belong to the render user.
 */
export function preparePrivateFolders(cacheFolder: string, browserFolder?: string): PrivateFolders {
  const user = findRenderUser();
  const mode = user === undefined ? 0o700 : 0o755;
  const isTooClosed = user !== undefined && isClosedToOthers(cacheFolder);
  const base = ensureTrustedFolder(isTooClosed ? '/var/cache/platen' : cacheFolder, mode);
  const unpacked = browserFolder ?? base;
  if (user !== undefined && isClosedToOthers(unpacked)) refuseClosed(unpacked);
  const [browsers, fonts] = ['chromium', 'fonts'].map((name) => ensureTrustedFolder(join(unpacked, name), mode)) as [
    string,
    string,
  ];
  // A cache that was filled ahead of time may be read-only.
  const changing = canWrite(base) ? base : ensureTrustedFolder(temporaryFolder(mode), mode);
  const profiles = ensureTrustedFolder(join(changing, 'profiles'), mode);
  const fontIndex = join(changing, 'font-index');
  makeFolder(fontIndex, 0o700);
  // The files in it have what the umask leaves, so the folder must keep others out.
  if (user === undefined) checkTrust(fontIndex);
  chmodSync(fontIndex, 0o700);
  if (user !== undefined) chownSync(fontIndex, user, user);
  return { browsers, fonts, profiles, fontIndex, user, mode };
}

/** The user of Chromium, if it cannot be ours: root's own namespace may have no other. */
export function findRenderUser(): number | undefined {
  return process.getuid?.() === 0 && isMappedUser(renderUser) ? renderUser : undefined;
}

/** The browser of root runs as another user, who cannot reach this folder. */
function refuseClosed(folder: string): never {
  const error = new EngineError(
    'config_invalid',
    `Other users cannot reach ${folder}, but the browser of root runs as one.`,
  );
  error.fix = `chmod a+x ${folder} and its parents, or name another folder: PLATEN_BROWSER_DIR=/opt/platen`;
  throw error;
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether another user cannot reach a path. */
export function isClosedToOthers(path: string): boolean {
  for (let piece = path; ; piece = dirname(piece)) {
    const mode = lstatSync(piece, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined && (mode & 0o001) === 0) return true;
    if (piece === dirname(piece)) return false;
  }
}
