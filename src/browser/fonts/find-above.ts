import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The first `path` that exists in a folder above this file; undefined without one. `findPackageJSON` of Node would read and resolve
 * manifests for some milliseconds at each start.
 */
export function findAbove(path: string): string | undefined {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, path);
    if (existsSync(found)) return found;
  }
  return undefined;
}
