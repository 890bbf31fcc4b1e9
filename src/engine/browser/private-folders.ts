import { chmodSync, chownSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../folders/index.ts';
import { checkTrust, ensureTrustedFolder } from './folder-trust.ts';

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
 * Creates the private folders below the cache folder. When root's home is closed to others (mode 0700), uses
 * /var/cache/platen instead, because the render user must read the browser. Executables stay root's, so the render user
 * cannot change them; profiles and the font index belong to the render user.
 */
export function preparePrivateFolders(cacheFolder: string): PrivateFolders {
  const root = process.getuid?.() === 0;
  const mode = root ? 0o755 : 0o700;
  const user = root ? renderUser : undefined;
  const base = ensureTrustedFolder(root && isClosedToOthers(cacheFolder) ? '/var/cache/platen' : cacheFolder, mode);
  const folder = (name: string) => ensureTrustedFolder(join(base, name), mode);
  const fontIndex = join(base, 'font-index');
  makeFolder(fontIndex, 0o700);
  // The files in it have what the umask leaves, so the folder must keep others out.
  if (user === undefined) checkTrust(fontIndex);
  chmodSync(fontIndex, 0o700);
  if (user !== undefined) chownSync(fontIndex, user, user);
  const [browsers, fonts, profiles] = [folder('chromium'), folder('fonts'), folder('profiles')];
  return { browsers, fonts, profiles, fontIndex, user, mode };
}

/** Whether another user cannot reach a path. */
export function isClosedToOthers(path: string): boolean {
  for (let piece = path; ; piece = dirname(piece)) {
    const mode = lstatSync(piece, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined && (mode & 0o001) === 0) return true;
    if (piece === dirname(piece)) return false;
  }
}
