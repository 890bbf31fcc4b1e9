import { chmodSync, existsSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, parse, resolve } from 'node:path';
import { EngineError } from '../../children/index.ts';
import { makeFolder } from '../../folders/index.ts';
import { countsAsRoot } from './user-namespace.ts';

/**
 * Creates a folder with its parents (0700, or 0755 if the render user must pass) unless it exists, and checks them with
 * `checkTrust`. Returns the absolute path. Synchronous, because the launch of the browser waits for it and it takes a
 * fraction of a millisecond.
 */
export function ensureTrustedFolder(folder: string, mode: 0o700 | 0o755): string {
  const path = resolve(folder);
  const first = makeFolder(path, mode);
  // The umask may have removed the rights of the render user.
  for (let made = path; first !== undefined && made.length >= first.length; made = dirname(made)) chmodSync(made, mode);
  checkTrust(path);
  return path;
}

/**
 * Throws `config_invalid` unless a path and each of its parents belong to root or to us and no other user can change them, so
 * that only we put executables there. A sticky parent of root's passes although everybody may write to it, as for homes made
 * by `mktemp -d`: only the owner may rename or remove an entry (POSIX.1-2017, unlink and rename), and the entry on our path
 * is checked too. Refuses a symbolic link, except root's when we are not root (systems whose /home is a link). On Windows
 * `lstat` shows none of this, so the user's own profile folder is trusted.
 */
export function checkTrust(path: string, { otherwise, risk }: TrustWords = browserWords): void {
  if (process.platform === 'win32') return;
  const { root } = parse(resolve(path));
  for (let piece = resolve(path); piece !== root; piece = dirname(piece)) {
    const found = lstatSync(piece);
    if (found.isSymbolicLink()) {
      if (!countsAsRoot(found.uid) || process.getuid?.() === 0) refuse(piece, 'is a symbolic link', otherwise, risk);
      checkTrust(resolve(dirname(piece), readlinkSync(piece)), { otherwise, risk });
    } else {
      checkOwner(piece, found, piece !== resolve(path), { otherwise, risk });
    }
  }
}

function checkOwner(path: string, found: Stats, isParent: boolean, { otherwise, risk }: TrustWords): void {
  const us = process.getuid?.();
  const isRoots = countsAsRoot(found.uid);
  if (isParent && isRoots && (found.mode & 0o1000) !== 0) return;
  if (!isRoots && found.uid !== us) refuse(path, 'belongs to another user', otherwise, risk);
  const closed = `chmod go-w ${path}`;
  if ((found.mode & 0o002) !== 0) refuse(path, 'can be changed by every user', `${closed}, or ${otherwise}`, risk);
  // If each user has their own group (same number, umask 002), a group-writable folder is still private.
  const group = process.getgid?.();
  const isOwnGroup = found.gid === group && group === us;
  if ((found.mode & 0o020) !== 0 && found.gid !== 0 && !isOwnGroup && !isOfAdministrators(found)) {
    refuse(path, 'can be changed by its group', `${closed}, or ${otherwise}`, risk);
  }
}

/**
 * Whether the group may become root anyway: `admin` of macOS, to which /Applications and Homebrew belong, and `staff` of Debian, which may
 * write to root's /usr/local.
 */
function isOfAdministrators({ uid, gid }: Stats): boolean {
  return process.platform === 'darwin' ? gid === 80 : uid === 0 && gid === 50 && isDebian();
}

function isDebian(): boolean {
  return existsSync('/etc/debian_version');
}

/** What an error of `checkTrust` says: what else to do, and what could happen. */
interface TrustWords {
  otherwise: string;
  risk: string;
}

const browserRisk = 'so a browser kept there could be replaced';
const browserWords: TrustWords = {
  otherwise: 'name a cache folder that only you can change: XDG_CACHE_HOME=/path/to/folder',
  risk: browserRisk,
};

/** What to do about a browser that others can replace. */
export const anotherBrowser: TrustWords = {
  otherwise: 'copy the browser to a folder that only you can change, and name it: PLATEN_CHROMIUM=/path/to/browser',
  risk: browserRisk,
};

function refuse(path: string, why: string, fix: string, risk: string): never {
  const error = new EngineError('config_invalid', `${path} ${why}, ${risk}.`);
  error.fix = fix;
  throw error;
}
