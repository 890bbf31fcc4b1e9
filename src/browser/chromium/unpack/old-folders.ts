import { lstat, readdir, readlink, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { abandonFolder, nameOwnFolder, sweepFolders } from '../own-folders.ts';
import { isUnpackedFolder, unpackPrefix } from './packed-folder.ts';

/** Milliseconds to keep what only another version of platen would use. */
const keptMs = 30 * 24 * 3600 * 1000;

/**
 * Removes unpacked browsers or faces below `parent` that no process runs and that have not been used for 30 days (see `noteUse`),
 * except `current`. Renames each folder before removing it, so that it disappears immediately and a later start can finish the
 * removal. Never rejects.
 */
export async function removeOldFolders(parent: string, current: string | undefined): Promise<void> {
  await sweepFolders(parent, unpackPrefix);
  const names = (await readdir(parent).catch(() => [])).filter(isUnpackedFolder);
  const old: string[] = [];
  for (const name of names) {
    const path = join(parent, name);
    if (path !== current && (await isOld(path))) old.push(path);
  }
  if (old.length === 0) return;
  const running = await listRunning();
  for (const path of old) {
    if (!running.some((program) => program.startsWith(path + sep))) await remove(parent, path).catch(() => undefined);
  }
}

async function isOld(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined);
  return facts?.isDirectory() === true && Date.now() - facts.mtimeMs > keptMs;
}

async function remove(parent: string, path: string): Promise<void> {
  const name = nameOwnFolder(unpackPrefix);
  const aside = join(parent, name);
  try {
    await rename(path, aside);
    // Another process may have started to use it.
    if (await isOld(aside)) await rm(aside, { recursive: true, force: true });
    else await rename(aside, path);
  } catch (error) {
    abandonFolder(name);
    throw error;
  }
}

/** The running programs that we may see. Programs of other users do not use a private folder. */
async function listRunning(): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readlink(`/proc/${pid}/exe`).catch(() => '')));
}
