import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { CommandError } from '../output/command-error.ts';

/**
 * The real path of a file of a project that does not belong to that project; undefined for one that does. It does not if it is a link
 * that leads out of the project, or if it has several hard links: it does not show which of its names is the real one. The author
 * of the project chose the link, not the content, so the folder of the link says nothing about where a key in it may go.
 */
export function findForeignTarget(path: string, homeFolder: string): string | undefined {
  const real = realpathSync(path);
  const folder = realpathSync(dirname(path));
  if (statSync(real).nlink > 1) return real;
  return projectOf(dirname(real), homeFolder) === projectOf(folder, homeFolder) ? undefined : real;
}

/** Whether two paths lead to one file: the same device and inode. False if one of them is missing. */
export function isSameFile(one: string, other: string): boolean {
  const find = (path: string) => {
    try {
      return statSync(path, { bigint: true, throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  };
  const [a, b] = [find(one), find(other)];
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** The error for a file that another project or program owns and that is not valid. It repeats nothing of the content. */
export function foreignFileError(path: string, target: string): CommandError {
  const what = target === path ? 'a file with several hard links' : `a link to ${target}, outside of the project`;
  return new CommandError('config_invalid', `cannot read ${path}: it is not a valid file of settings`, {
    why: `it is ${what}, so nothing of its content is shown`,
    fix: `move ${path} away`,
  });
}

/** The root of the repository of a folder, or the folder itself: outside of a repository, and in a repository that includes the home. */
function projectOf(folder: string, homeFolder: string): string {
  for (let root = folder; ; root = dirname(root)) {
    if (isInside(homeFolder, root)) return folder;
    if (lstatSync(join(root, '.git'), { throwIfNoEntry: false }) !== undefined) return root;
    if (dirname(root) === root) return folder;
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
