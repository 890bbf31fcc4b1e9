import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with those above it that are missing, each of the mode (default 0777, less the umask). Returns the first that it
 * made, undefined if the folder is there. Throws what mkdir(2) says of the folder that cannot be made. Node's own recursion
 * never ends if a folder that exists says that it does not, as those of /proc do, and names the wrong folder if one above
 * cannot be written.
 */
export function makeFolder(folder: string, mode = 0o777): string | undefined {
  const above = dirname(folder);
  try {
    return makeOne(folder, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
  }
  const first = makeFolder(above, mode);
  const made = makeOne(folder, mode);
  return first ?? made;
}

function makeOne(folder: string, mode: number): string | undefined {
  try {
    mkdirSync(folder, { mode });
    return folder;
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    throw error;
  }
}
