import { readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

/** The folders of partials and layouts, in a template's folder or in the one around it. */
export const partialFolders = ['partials', 'layouts'];
/** The folders that templates share: with the files that pages of all of them name. */
export const sharedFolders = [...partialFolders, 'assets'];

/**
 * The folders that the partials of a template may lie in, the nearest first: its own, and the one around it unless that leaves the
 * root. All are real paths.
 */
export function findPartialFolders(folder: string, root: string | undefined): string[] {
  const parent = dirname(folder);
  if (parent === folder) return [folder];
  const below = relative(root ?? parent, parent);
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? [folder] : [folder, parent];
}

/** The names of all partials and layouts in these folders. */
export async function listPartials(folders: readonly string[]): Promise<string[]> {
  const lists = folders.flatMap((folder) =>
    partialFolders.map(async (kind) => {
      const names = await readdir(join(folder, kind)).catch(() => []);
      return names.map((name) => `${kind}/${name.replace(/\.html$/, '')}`);
    }),
  );
  return (await Promise.all(lists)).flat();
}
