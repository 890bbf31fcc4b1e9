import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The npm package with faces for Chinese, Japanese, Korean and more scripts. It is an optional dependency, so it may be absent. */
export const cjkFontPackage = 'platen-fonts-cjk';

/** The packages beside platen that bring faces. */
export interface FontPackages {
  /** The folder of `cjkFontPackage`; undefined where it is not installed. */
  cjk: string | undefined;
}

/** Finds the font packages as the browser's package is found: from platen's own folder upwards. */
export function findFontPackages(): FontPackages {
  return { cjk: findPackageFolder(cjkFontPackage) };
}

function findPackageFolder(name: string): string | undefined {
  try {
    const manifest = findPackageJSON(name, import.meta.url);
    return manifest && dirname(manifest);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
