import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listLivingFolders } from '../own-folders.ts';
import { findUnpackedFolder, nameWork, type PackedFolder, unpackPrefix } from './packed-folder.ts';

const lookEveryMs = 100;
/** Milliseconds without a new byte after which the other process counts as stopped. Flushing to a slow disk writes none. */
const patienceMs = 30_000;

/**
 * Waits while another process, or another engine of this one, unpacks the same folder. Returns the folder, or undefined if the caller must
 * unpack it: no other process does, or they ended or stopped before they were done.
 */
export async function waitForOther(
  packed: PackedFolder,
  parent: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  let bytes = -1;
  let grownAt = performance.now();
  for (;;) {
    const found = findUnpackedFolder(packed, parent);
    if (found !== undefined) return found;
    const others = await listLivingFolders(parent, unpackPrefix, nameWork(packed));
    if (others.length === 0) return findUnpackedFolder(packed, parent);
    const now = await measureFolders(others.map((name) => join(parent, name)));
    if (now !== bytes) grownAt = performance.now();
    else if (performance.now() - grownAt > patienceMs) return undefined;
    bytes = now;
    await sleep(lookEveryMs, undefined, { signal });
  }
}

async function measureFolders(folders: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
      bytes += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0;
    }
  }
  return bytes;
}
