import { dirname, relative, sep } from 'node:path';
import { isAssetPath } from '../../contract/index.ts';

/** The names of files from the deepest folder that holds them all. Leaves out names that no part can have. */
export function buildRelativeNames(files: readonly string[]): Map<string, string> {
  const [first = ''] = files;
  let folder = dirname(first);
  while (!files.every((file) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep))) {
    const above = dirname(folder);
    if (above === folder) return new Map();
    folder = above;
  }
  const named = files.map((file): [string, string] => [file, relative(folder, file).split(sep).join('/')]);
  return new Map(named.filter(([, name]) => isAssetPath(name)));
}
