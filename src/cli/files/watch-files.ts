import { type FSWatcher, statSync, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FolderReads, ReadNotes } from './note-reads.ts';

/** Milliseconds without a change after which a save counts as finished, and the longest wait. */
const quietMs = 25;
const longestMs = 150;
/** Milliseconds between two checks, for file systems without events and for a folder that was replaced. */
const lookMs = 700;
/** The most folders that are watched. */
const folderLimit = 200;

/** Watches files and folders. Both may be missing, and may vanish and come back. */
export interface FileWatcher extends ReadNotes {
  /** Ends watching what is not in these sets. */
  keep(files: ReadonlySet<string>, folders: ReadonlySet<string>): void;
  close(): void;
}

interface WatchedFolder {
  watcher: FSWatcher;
  identity: string;
}

/**
 * Calls `onChange` soon after something that is watched changed, once for changes in quick succession. It watches the folders of files,
 * so that replacing a file counts like writing into it, and also checks the files at intervals. `isOutput` names files that never
 * count: those that the caller writes.
 */
export function openFileWatcher(onChange: () => void, isOutput = (_path: string) => false): FileWatcher {
  const watchers = new Map<string, WatchedFolder>();
  /** What each file was like when it was added, or when it last changed. */
  const files = new Map<string, string>();
  const folders = new Map<string, FolderReads>();
  /** Watched folders in which new files count, with those below the named ones. */
  const whole = new Map<string, FolderReads>();
  let open = true;
  let timer: NodeJS.Timeout | undefined;
  let first = 0;

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
    const listed = new Map<string, FolderReads>();
    for (const [folder, which] of [...folders]) {
      for (const path of which.deep ? await listFolders(folder) : [folder]) listed.set(path, which);
    }
    if (!open) return;
    whole.clear();
    for (const [path, which] of listed) whole.set(path, which);
    const wanted = new Set([...listed.keys(), ...[...files.keys()].map((file) => dirname(file))]);
    for (const path of watchers.keys()) if (!wanted.has(path)) forget(path);
    for (const path of wanted) watchFolder(path);
  }

  function watchFolder(path: string): void {
    if (watchers.has(path) || watchers.size >= folderLimit) return;
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => see(path, name));
      watcher.on('error', () => forget(path));
      watchers.set(path, { watcher, identity: identify(path) });
    } catch {
      // The folder is gone, or the system has no watch left: the regular check sees the files.
    }
  }

  function forget(path: string): void {
    watchers.get(path)?.watcher.close();
    watchers.delete(path);
  }

  function see(folder: string, name: string | null): void {
    const path = join(folder, name ?? '');
    const known = files.has(path);
    if (known) files.set(path, describe(path));
    if (name === null || known || counts(path, whole.get(folder))) notice();
  }

  /** Whether a file that is not known counts. Nothing may name a hidden file, and platen writes through some. */
  function counts(path: string, which: FolderReads | undefined): boolean {
    if (which === undefined || basename(path).startsWith('.') || isOutput(path)) return false;
    return which.ending === undefined || path.endsWith(which.ending);
  }

  function look(): void {
    for (const [path, { identity }] of watchers) {
      if (identity === identify(path)) continue;
      // A folder that was replaced is another one, and its old watcher is deaf.
      forget(path);
      if (whole.has(path)) notice();
    }
    for (const [path, before] of files) {
      watchFolder(dirname(path));
      const now = describe(path);
      if (now === before) continue;
      files.set(path, now);
      notice();
    }
    for (const path of whole.keys()) watchFolder(path);
  }

  const looking = setInterval(look, lookMs);
  looking.unref();
  return {
    file(path) {
      watchFolder(dirname(path));
      files.set(path, describe(path));
    },
    folder(path, which) {
      folders.set(path, which);
      whole.set(path, which);
      watchFolder(path);
      if (which.deep) void watchAll();
    },
    keep(keptFiles, keptFolders) {
      for (const path of files.keys()) if (!keptFiles.has(path)) files.delete(path);
      for (const path of folders.keys()) if (!keptFolders.has(path)) folders.delete(path);
      void watchAll();
    },
    close() {
      open = false;
      clearTimeout(timer);
      clearInterval(looking);
      for (const path of [...watchers.keys()]) forget(path);
    },
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

/** The facts of a file that change with its content. */
function describe(path: string): string {
  const facts = readFacts(path);
  return facts ? `${facts.ino}:${facts.size}:${facts.mtimeMs}` : '-';
}

function identify(path: string): string {
  const facts = readFacts(path);
  return facts ? `${facts.dev}:${facts.ino}` : '-';
}

function readFacts(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
