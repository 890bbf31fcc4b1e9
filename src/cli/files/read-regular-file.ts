import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { noteFile } from './note-reads.ts';

/** The reason why a file was not read, as the end of a sentence that starts with its name. */
export class NotReadable extends Error {
  /** Whether it is a folder. */
  readonly isFolder: boolean;

  constructor(message: string, isFolder = false) {
    super(message);
    this.isFolder = isFolder;
  }
}

/**
 * Reads a regular file whole. Folders, pipes and devices are refused before they are opened, and the open does not wait for
 * a writer either (POSIX open, `O_NONBLOCK`). `accept` sees the size first and may throw.
 *
 * Throws NotReadable, or the error of the file system.
 */
export async function readRegularFile(path: string, accept: (bytes: number) => void): Promise<Buffer> {
  noteFile(path);
  requireRegular(await stat(path));
  // Windows has neither flag.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = await file.stat();
    requireRegular(facts);
    accept(facts.size);
    return await readExactly(file, facts.size);
  } finally {
    await file.close();
  }
}

/**
 * Whether a path is a pipe that a shell has opened for this command, as for `<(…)`: it has a writer, so reading it ends. A named pipe may
 * have none.
 */
export function isShellPipe(path: string, facts: Pick<Stats, 'isFIFO'>): boolean {
  return facts.isFIFO() && /^\/(?:dev|proc\/(?:self|\d+))\/fd\/\d+$/.test(path);
}

/** Whether a path leads to a pipe of any kind. */
export async function leadsToPipe(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFIFO(),
    () => false,
  );
}

function requireRegular(facts: Stats): void {
  if (facts.isDirectory()) throw new NotReadable('is a folder', true);
  if (facts.isFIFO()) throw new NotReadable('is a pipe, not a file');
  if (!facts.isFile()) throw new NotReadable('is not a regular file');
}

/** Reads exactly `size` bytes: kernel files claim to be empty, and a log grows while it is read. */
async function readExactly(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size + 1);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length !== size)
    throw new NotReadable('is not the size that it reports; it is not a regular file, or it is being written');
  return bytes.subarray(0, size);
}
