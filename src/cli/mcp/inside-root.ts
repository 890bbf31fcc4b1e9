import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { findSpelling } from '../files/find-spelling.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';

/** The real path of a file or folder below the root. Throws `usage` for one outside of it, also by a link. */
export async function findBelowRoot(root: string, path: string): Promise<string> {
  const named = await nameInside(root, path);
  const real = await realpath(named).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause;
    throw new CommandError('input_missing', `there is no file or folder ${safeText(path)}`, {
      fix: `paths start at ${root}`,
      cause,
    });
  });
  if (!isInside(root, real)) throw outside(root, path);
  return real;
}

/**
 * The path of a file to write below the root: its folder must exist. Throws `usage` for one outside, also by a link, and for what is not
 * a file.
 */
export async function findTarget(root: string, path: string): Promise<string> {
  const named = await nameInside(root, path);
  const target = join(await findBelowRoot(root, dirname(path)), basename(named));
  const facts = await lstat(target).catch(() => undefined);
  if (facts && !facts.isFile()) {
    throw new CommandError('usage', `${safeText(path)} is not a regular file`, { fix: 'name another file' });
  }
  return target;
}

/** The absolute path, before links are followed: what is outside by its name is not looked at. */
async function nameInside(root: string, path: string): Promise<string> {
  if (path.includes('\0')) throw new CommandError('usage', 'a path contains a null character');
  const named = resolve(root, path);
  if (!isInside(root, named)) throw outside(root, path);
  return findSpelling(named);
}

function isInside(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

function outside(root: string, path: string): CommandError {
  return new CommandError('usage', `${safeText(path)} is outside of the folder of this server`, {
    why: `only files below ${root} are read and written`,
    fix: 'use a file in that folder; the user can configure another folder with --root',
  });
}
