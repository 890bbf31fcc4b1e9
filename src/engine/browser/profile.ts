import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFontConfig } from './font-config.ts';
import { forgetOwnFolder, nameOwnFolder, sweepFolders } from './leftovers.ts';
import type { PrivateFolders } from './private-folders.ts';

const prefix = 'profile-';

/** The private folder of one running browser: its user data, its home, its temp files. */
export interface Profile {
  folder: string;
  fontConfig: string;
  /** Removes the folder. The browser must be dead. */
  remove(): void;
}

/** Makes a fresh profile (0700) that belongs to the user the browser runs as. */
export function openProfile(folders: PrivateFolders, fontFolders: readonly string[]): Profile {
  const name = nameOwnFolder(prefix);
  const folder = join(folders.profiles, name);
  const fontConfig = join(folder, 'fonts.conf');
  const remove = () => {
    try {
      // A dying helper process may still write for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    } catch {
      // As where no more files may be opened. Once forgotten, it goes with the sweep of the next start.
    }
    forgetOwnFolder(name);
  };
  try {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(fontConfig, buildFontConfig(fontFolders, folders.fontIndex), { mode: 0o644 });
    if (folders.user !== undefined) chownSync(folder, folders.user, folders.user);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, fontConfig, remove };
}

/** Removes the profiles of processes that were killed. */
export async function sweepProfiles(folders: PrivateFolders): Promise<void> {
  await sweepFolders(folders.profiles, prefix);
}
