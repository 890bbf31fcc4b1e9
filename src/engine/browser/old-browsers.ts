import { lstat, readdir, readlink, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { forgetOwnFolder, nameOwnFolder, sweepFolders } from './leftovers.ts';
import { isBrowserFolder, unpackPrefix } from './packaged-browser.ts';

/** How long a browser is kept that only another version of platen would use. */
const keptMs = 30 * 24 * 3600 * 1000;

/**
 * Removes unpacked browsers below `parent` that no process runs and that nobody has used for 30 days (see `noteUse`), but
 * never `current`. What is removed disappears at once, under a name by which a later start clears away what a killed one
 * left. Never rejects.
 */
export async function removeOldBrowsers(parent: string, current: string | undefined): Promise<void> {
  await sweepFolders(parent, unpackPrefix);
  const names = (await readdir(parent).catch(() => [])).filter(isBrowserFolder);
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
    // Somebody has begun to use it since.
    if (await isOld(aside)) await rm(aside, { recursive: true, force: true });
    else await rename(aside, path);
  } finally {
    forgetOwnFolder(name);
  }
}

/** The programs that run here, as far as we may know: those of other users do not use a private folder. */
async function listRunning(): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readlink(`/proc/${pid}/exe`).catch(() => '')));
}
