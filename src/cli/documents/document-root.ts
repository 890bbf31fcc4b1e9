import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { resolveFolder } from './read-source.ts';

/** The real path of the folder that `--root` names. */
export function resolveRoot(root: string, cwd: string): Promise<string> {
  return resolveFolder(resolve(cwd, root), `--root ${safeText(root)}`);
}

/** Refuses a document whose folder does not lie below the root; both are real paths, `shown` is what the user calls it. */
export function requireInRoot(root: string, folder: string, shown: { document: string; root: string }): void {
  const below = relative(root, folder);
  if (below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)) return;
  throw new CommandError('usage', `${safeText(shown.document)} is outside of --root ${safeText(shown.root)}`, {
    why: 'a document and its files must be in one root',
  });
}

/** A path relative to the current folder, with forward slashes; absolute if it is far away. */
export function showFrom(cwd: string, path: string): string {
  const near = relative(cwd, path);
  return (near === '' ? '.' : near.startsWith(`..${sep}..${sep}..`) ? path : near).split(sep).join('/');
}
