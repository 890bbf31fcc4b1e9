import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds without a change after which a save counts as finished, and the longest wait. */
const quietMs = 25;
const longestMs = 150;
/** Milliseconds between two checks, for file systems without events and for a folder that was replaced. */
const lookMs = 700;
/** The most folders that are watched. */
const folderLimit = 200;

/**
 * Calls `onChange` soon after something in a folder changed. It watches folders, not files, so that replacing a file counts like
 * writing into it. It also checks `files` at intervals. The returned function ends it.
 */
export function watchFolder(folder: string, files: readonly string[], onChange: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let open = true;
  let timer: NodeJS.Timeout | undefined;
  let first = 0;
  let seen: string | undefined;

  function notice(): void {
    if (!open) return;
    const now = performance.now();
    if (timer === undefined) first = now;
    clearTimeout(timer);
    timer = setTimeout(fire, Math.max(0, Math.min(quietMs, first + longestMs - now)));
  }

  function fire(): void {
    timer = undefined;
    onChange();
    void watchAll();
  }

  async function watchAll(): Promise<void> {
    const wanted = await listFolders(folder);
    for (const [path, watcher] of watchers) {
      if (wanted.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    if (!open) return;
    for (const path of wanted) if (!watchers.has(path)) watchOne(path);
  }

  function watchOne(path: string): void {
    try {
      const watcher = watch(path, { persistent: false }, notice);
      watcher.on('error', () => forget(path));
      watchers.set(path, watcher);
    } catch {
      // The folder is gone, or the system has no watch left: the regular check sees the files.
    }
  }

  function forget(path: string): void {
    watchers.get(path)?.close();
    watchers.delete(path);
  }

  async function look(): Promise<void> {
    const facts = await Promise.all([folder, ...files.map((name) => join(folder, name))].map(describe));
    const now = facts.join('|');
    if (seen !== undefined && seen !== now) {
      // A folder that was replaced has another inode, and its old watcher is deaf.
      if (facts[0] !== seen.split('|')[0]) for (const path of [...watchers.keys()]) forget(path);
      notice();
    }
    seen = now;
  }

  void watchAll();
  void look();
  const looking = setInterval(() => void look(), lookMs);
  looking.unref();
  return () => {
    open = false;
    clearTimeout(timer);
    clearInterval(looking);
    for (const path of [...watchers.keys()]) forget(path);
  };
}

/** The folder and those below it, without hidden folders and packages, which hold nothing that a page may name. */
async function listFolders(folder: string): Promise<Set<string>> {
  const found = new Set<string>([folder]);
  for (const parent of found) {
    if (found.size >= folderLimit) break;
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (found.size < folderLimit) found.add(join(parent, entry.name));
    }
  }
  return found;
}

/** The identity of the folder; for a file the facts that change with its content. */
async function describe(path: string, index: number): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts) return '-';
  return index === 0 ? `${facts.dev}:${facts.ino}` : `${facts.ino}:${facts.size}:${facts.mtimeMs}`;
}
