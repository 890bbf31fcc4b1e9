import { join } from 'node:path';
import { findFontArchives } from '../fonts/packed-fonts.ts';
import { ensureUnpacked } from './find-browser.ts';
import type { PrivateFolders } from './private-folders.ts';
import type { PackedFolder } from './unpack/packed-folder.ts';

/**
 * Finds the folders with the bundled faces, unpacked on first use. They are one folder deeper than the one whose time notes
 * their use, because fontconfig rereads all faces of a folder when its time has changed.
 */
export async function findBundledFonts(folders: PrivateFolders, signal?: AbortSignal): Promise<string[]> {
  const archives = findFontArchives().map(({ path, sha256 }): PackedFolder => {
    const file = { source: path, sha256, target: faces, tar: true };
    return { name: 'set of fonts', version: '1', folder: `1-${sha256.slice(0, 16)}`, files: [file] };
  });
  const found = archives.map((packed) => ensureUnpacked(packed, folders.fonts, folders, { signal }));
  return (await Promise.all(found)).map((folder) => join(folder, faces));
}

const faces = 'faces';
