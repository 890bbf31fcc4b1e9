import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An archive of faces: tar, packed by brotli. */
interface FontArchive {
  path: string;
  /** SHA-256 of the archive, in hexadecimal. */
  sha256: string;
}

/** What to do about text without a font: a clause without an end. */
export const fontAdvice = 'name a folder with fonts in font_dir, or add one with @font-face';

/** The archives with the faces that platen ships: those that most documents need, and those of large scripts such as Chinese. */
export function findFontArchives(): FontArchive[] {
  const folders = ['fonts', 'fonts-cjk'].map((name) => findAbove(join('dist', name)));
  return folders.flatMap((folder) => (folder === undefined ? [] : readArchive(folder)));
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

/** None if the build has not made it. */
function readArchive(folder: string): FontArchive[] {
  try {
    const { sha256 } = JSON.parse(readFileSync(join(folder, 'fonts.json'), 'utf8'));
    return [{ path: join(folder, 'fonts.tar.br'), sha256 }];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
