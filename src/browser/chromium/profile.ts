import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFontConfig, type FontSources } from '../fonts/font-config.ts';
import { abandonFolder, nameOwnFolder, sweepFolders } from './own-folders.ts';
import type { PrivateFolders } from './private-folders.ts';

const prefix = 'profile-';

/** The private folder of a running browser: its user data, home and temporary files. */
interface Profile {
  folder: string;
  fontConfig: string;
  /** Removes the folder. Call it once the browser is dead or dying. */
  remove(): void;
  /** Removes the folder without blocking. */
  removeAside(): void;
}

/** Creates a profile (0700) that belongs to the browser's user. */
export function openProfile(folders: PrivateFolders, fonts: Omit<FontSources, 'index'>): Profile {
  const name = nameOwnFolder(prefix);
  const folder = join(folders.profiles, name);
  const fontConfig = join(folder, 'fonts.conf');
  // A dying helper process may still write for a moment.
  const how = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 };
  const remove = () => {
    try {
      rmSync(folder, how);
    } catch {
      // For instance too many open files.
      abandonFolder(name);
    }
  };
  const removeAside = () => {
    rm(folder, how).catch(remove);
  };
  try {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(fontConfig, buildFontConfig({ ...fonts, index: folders.fontIndex }), { mode: 0o644 });
    if (folders.user !== undefined) chownSync(folder, folders.user, folders.user);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, fontConfig, remove, removeAside };
}

/** Removes the profiles of dead processes. */
export async function sweepProfiles(folders: PrivateFolders): Promise<void> {
  await sweepFolders(folders.profiles, prefix);
}
