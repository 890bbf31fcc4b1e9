import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Names of this process whose folders could not be removed. */
const abandoned = new Set<string>();
const foreignAge = 30 * 24 * 3600 * 1000;

/** Names a folder of this process, so that a later start can tell whether its maker still lives. `purpose` says what it is for. */
export function nameOwnFolder(prefix: string, purpose?: string): string {
  // A monotonic clock, so that no process of the same number uses the name again.
  const name = `${prefix}${nameHost()}.${process.pid}.${process.hrtime.bigint().toString(16)}`;
  return purpose === undefined ? name : `${name}.${purpose}`;
}

/** The folders of living processes of this machine, this one included, for a purpose. */
export async function listLivingFolders(parent: string, prefix: string, purpose: string): Promise<string[]> {
  return (await readdir(parent).catch(() => [])).filter((name) => {
    if (!name.startsWith(prefix) || abandoned.has(name)) return false;
    const [host, pid, made, ours] = name.slice(prefix.length).split('.');
    return ours === purpose && host === nameHost() && isAlive(Number(pid), made);
  });
}

function nameHost(): string {
  return hostname().replace(/[^\w-]/g, '_');
}

/** Leaves a folder that could not be removed to a later sweep. */
export function abandonFolder(name: string): void {
  abandoned.add(name);
}

/**
 * Removes folders whose makers are dead. Keeps a folder of another machine (on a shared volume) for 30 days, because nothing
 * here can tell whether that machine still uses it.
 */
export async function sweepFolders(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const [host, pid, made] = name.slice(prefix.length).split('.');
    const path = join(parent, name);
    const dead =
      host === nameHost()
        ? abandoned.has(name) || !isAlive(Number(pid), made)
        : Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()) > foreignAge;
    if (dead)
      await rm(path, { recursive: true, force: true }).then(
        () => abandoned.delete(name),
        () => undefined,
      );
  }
}

function isAlive(pid: number, made: string | undefined): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  // In a restarted container this process may have the number of the one that made the folder. Another thread of it, or another copy of
  // this module, may have made the folder too.
  if (pid === process.pid) return isOurs(made);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a time of the monotonic clock, as it is written in a name, is one since this process began. */
function isOurs(made: string | undefined): boolean {
  if (made === undefined || !/^[\da-f]{1,16}$/.test(made)) return false;
  const now = process.hrtime.bigint();
  const time = BigInt(`0x${made}`);
  return time <= now && time >= now - BigInt(Math.ceil(process.uptime() * 1e9));
}
