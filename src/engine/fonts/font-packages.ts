import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The npm package with faces for Chinese, Japanese, Korean and more scripts. It is an optional dependency, so it may be absent. */
export const cjkFontPackage = 'platen-fonts-cjk';

/** The packages beside platen that bring faces. */
export interface FontPackages {
  /** The folder of `cjkFontPackage`; undefined where it is not installed. */
  cjk: string | undefined;
}

/** Finds the font packages as Node does: in the folders `node_modules` from platen's own folder upwards. */
export function findFontPackages(): FontPackages {
  return { cjk: findAbove(join('node_modules', cjkFontPackage)) };
}

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
