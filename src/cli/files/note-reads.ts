import hooks, { type AsyncLocalStorage } from 'node:async_hooks';

/** Which new files in a folder count. */
export interface FolderReads {
  /** Whether those of the folders below count too. */
  deep: boolean;
  /** How their names end. Default: any name. */
  ending?: string | undefined;
}

/** Gets each file and folder right before it is read, also if it is missing. */
export interface ReadNotes {
  file(path: string): void;
  folder(path: string, which: FolderReads): void;
}

/** Files are read in many places and at any depth of calls; only a command that watches wants to know. */
let noting: AsyncLocalStorage<ReadNotes> | undefined;

/** Runs some work, and notes what it reads of the user's files. */
export function noteReads<T>(notes: ReadNotes, work: () => Promise<T>): Promise<T> {
  noting ??= new hooks.AsyncLocalStorage<ReadNotes>();
  return noting.run(notes, work);
}

/** Notes a file that is read. `path` is absolute. */
export function noteFile(path: string): void {
  noting?.getStore()?.file(path);
}

/** Notes a folder whose files are read by their names or endings. `path` is absolute. */
export function noteFolder(path: string, which: FolderReads): void {
  noting?.getStore()?.folder(path, which);
}
