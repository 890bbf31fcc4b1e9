import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAbove, findFontPackages } from './font-packages.ts';

/** An archive of faces: tar, packed by brotli. */
interface FontArchive {
  path: string;
  /** SHA-256 of the archive, in hexadecimal. */
  sha256: string;
}

/** The archives with the faces that came along: platen's own, and that of the package for Chinese, Japanese and Korean. */
export function findFontArchives(): FontArchive[] {
  const folders = [findAbove(join('dist', 'fonts')), findFontPackages().cjk];
  return folders.flatMap((folder) => (folder === undefined ? [] : readArchive(folder)));
}

/** None where the build has not made it. */
function readArchive(folder: string): FontArchive[] {
  try {
    const { sha256 } = JSON.parse(readFileSync(join(folder, 'fonts.json'), 'utf8'));
    return [{ path: join(folder, 'fonts.tar.br'), sha256 }];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
