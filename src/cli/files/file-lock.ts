import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../output/command-error.ts';
import { identifyProcess } from './process-identity.ts';

/** The process that holds a lock. */
interface Holder {
  pid: number;
  host: string;
  /** See `identifyProcess`. */
  identity: string;
}

/** The timing of a lock. */
export interface LockTimes {
  /** Milliseconds between two heartbeats, which other machines watch. Default 4000. */
  beatMs?: number;
  /** Milliseconds without a heartbeat after which a lock of another machine counts as abandoned. Default 15000. */
  patienceMs?: number;
  /** Called when another machine holds the lock, before its heartbeat is awaited. */
  onWatch?: (host: string) => void;
}

/** Milliseconds that a lock file may stay empty. After that its maker died, or the disk is full. */
const emptyMs = 1000;

/** A lock that another process holds. */
export class LockHeld extends Error {}

/**
 * Acquires the lock file at `path` and returns the function that releases it. A lock whose process is gone is taken over.
 * Throws `LockHeld`, whose message names the holder, or the error of the file system.
 */
export async function takeLock(path: string, times: LockTimes = {}): Promise<() => Promise<void>> {
  const mine: Holder = { pid: process.pid, host: hostname(), identity: identifyProcess(process.pid) ?? '' };
  for (let tries = 0; tries < 5; tries++) {
    if (await create(path, JSON.stringify(mine))) return keep(path, times);
    const found = await readFile(path, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const holder = parse(found);
    const { patienceMs = emptyMs } = times;
    const held =
      found.trim() === ''
        ? await showsLife(path, Math.min(patienceMs, emptyMs))
        : await isHeld(path, holder, mine, times);
    if (held) throw refuse(path, holder);
    await removeStale(path, found);
  }
  throw refuse(path, undefined);
}

/** Milliseconds for a lock that is held briefly: the longest wait, and the pause between two tries. */
const momentMs = { limit: 5000, look: 50 };

/** Works on a file that no other process changes meanwhile; waits while another does. Throws `conflict` after 5 seconds. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const path = `${file}.lock`;
  const end = performance.now() + momentMs.limit;
  for (;;) {
    try {
      const free = await takeLock(path, { patienceMs: 1000 });
      try {
        return await work();
      } finally {
        await free();
      }
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      if (performance.now() > end) {
        throw new CommandError('conflict', `${file} is being changed by another command`, {
          why: error.message,
          fix: `wait for it; if there is none, remove ${path}`,
        });
      }
      await sleep(momentMs.look);
    }
  }
}

async function create(path: string, text: string): Promise<boolean> {
  const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(text);
  } catch (error) {
    // The disk may be full; an empty lock would hold up the next run.
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
  return true;
}

function keep(path: string, { beatMs = 4000 }: LockTimes): () => Promise<void> {
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), beatMs);
  beat.unref();
  const remove = () => rmSync(path, { force: true });
  process.once('exit', remove);
  return async () => {
    clearInterval(beat);
    process.off('exit', remove);
    await unlink(path).catch(() => {});
  };
}

async function isHeld(path: string, holder: Holder | undefined, mine: Holder, times: LockTimes): Promise<boolean> {
  if (holder?.host !== mine.host) {
    // Processes of another machine are invisible here, so only its heartbeat counts.
    times.onWatch?.(holder?.host ?? 'unknown');
    return showsLife(path, times.patienceMs ?? 15_000);
  }
  const identity = identifyProcess(holder.pid);
  if (identity === undefined) return false;
  // Without an identity, a lock with our own number comes from an earlier process.
  return identity === '' ? holder.pid !== mine.pid : identity === holder.identity;
}

async function showsLife(path: string, patienceMs: number): Promise<boolean> {
  const changed = async () => (await stat(path).catch(() => undefined))?.mtimeMs;
  const before = await changed();
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    await sleep(patienceMs / 10);
    if ((await changed()) !== before) return true;
  }
  return false;
}

/** Removes the lock that was read. A lock that another process made meanwhile is put back. */
async function removeStale(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8').catch(() => text)) !== text) await link(aside, path).catch(() => {});
  await unlink(aside).catch(() => {});
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, host, identity } = JSON.parse(text);
    if (Number.isSafeInteger(pid) && pid > 0 && typeof host === 'string') {
      return { pid, host, identity: String(identity ?? '') };
    }
  } catch {
    // Cut off, or no lock of ours.
  }
  return undefined;
}

function refuse(path: string, holder: Holder | undefined): LockHeld {
  const who = holder ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}` : 'another run';
  return new LockHeld(`${who} has locked ${path}`);
}
