import { chmodSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, parse, resolve } from 'node:path';
import { makeFolder } from '../../folders/index.ts';
import { EngineError } from '../engine-error.ts';

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
export function checkTrust(path: string): void {
  if (process.platform === 'win32') return;
  const { root } = parse(resolve(path));
  for (let piece = resolve(path); piece !== root; piece = dirname(piece)) {
    const found = lstatSync(piece);
    if (found.isSymbolicLink()) {
      if (found.uid !== 0 || process.getuid?.() === 0) refuse(piece, 'is a symbolic link');
      checkTrust(resolve(dirname(piece), readlinkSync(piece)));
    } else {
      checkOwner(piece, found, piece !== resolve(path));
    }
  }
}

function checkOwner(path: string, found: Stats, isParent: boolean): void {
  const us = process.getuid?.();
  if (isParent && found.uid === 0 && (found.mode & 0o1000) !== 0) return;
  if (found.uid !== 0 && found.uid !== us) refuse(path, 'belongs to another user');
  if ((found.mode & 0o002) !== 0) refuse(path, 'can be changed by every user');
  // If each user has a group of their own (same number, umask 002), a group-writable folder is still private.
  const group = process.getgid?.();
  if ((found.mode & 0o020) !== 0 && found.gid !== 0 && !(found.gid === group && group === us)) {
    refuse(path, 'can be changed by its group');
  }
}

function refuse(path: string, why: string): never {
  throw new EngineError(
    'config_invalid',
    `${path} ${why}, so a browser kept there could be replaced. Choose another cache folder or correct its owner and mode.`,
  );
}
