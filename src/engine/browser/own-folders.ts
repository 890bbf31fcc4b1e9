import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const ours = new Set<string>();
const foreignAge = 30 * 24 * 3600 * 1000;

/** Names a folder of this process, so that a later start can tell whether its maker still lives. */
export function nameOwnFolder(prefix: string): string {
  const host = hostname().replace(/[^\w-]/g, '_');
  // A monotonic clock, so that no process of the same number uses the name again.
  const name = `${prefix}${host}.${process.pid}.${process.hrtime.bigint().toString(16)}`;
  ours.add(name);
  return name;
}

/** Forgets a name once its folder is removed. */
export function forgetOwnFolder(name: string): void {
  ours.delete(name);
}

/**
 * Removes folders whose makers are dead. Keeps a folder of another machine (on a shared volume) for 30 days, because nothing
 * here can tell whether that machine still uses it.
 */
export async function sweepFolders(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix) || ours.has(name)) continue;
    const [host, pid] = name.slice(prefix.length).split('.');
    const path = join(parent, name);
    const dead =
      host === hostname().replace(/[^\w-]/g, '_')
        ? !isAlive(Number(pid))
        : Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()) > foreignAge;
    if (dead) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  // In a restarted container this process may have the number of the one that made the folder.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
