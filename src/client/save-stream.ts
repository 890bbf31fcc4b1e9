import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from './service-error.ts';

/**
 * Writes a file whole or not at all: a temporary file in the same folder, flushed to the disk, renamed into place. One that is there keeps its
 * permissions, and a symbolic link stays, for the file that it leads to. `take` gives the content, and is not called if the path is invalid
 * that a file can have. Throws `io_failed` with the path for what the disk refuses, and for what is no file, such as a device.
 */
export async function saveStream(path: string, take: () => AsyncIterable<Buffer>): Promise<void> {
  let temporary = '';
  let file: FileHandle | undefined;
  try {
    if (path.endsWith('/')) throw new ServiceError('io_failed', `${path} is a folder`);
    const { target, mode } = await findTarget(path);
    temporary = join(dirname(target), `.platen-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
    file = await open(temporary, 'wx');
    if (mode !== undefined) await file.chmod(mode);
    await pipeline(take(), file.createWriteStream({ flush: true }));
    await rename(temporary, target);
  } catch (error) {
    await file?.close().catch(() => undefined);
    if (file) await unlink(temporary).catch(() => undefined);
    const { syscall, code } = error as NodeJS.ErrnoException;
    // The content has its own errors.
    if (error instanceof ServiceError || syscall === undefined) throw error;
    throw new ServiceError('io_failed', `cannot write ${path} (${code})`, { cause: error });
  }
}

/** The file that a path leads to, with the permissions that it has. */
async function findTarget(path: string): Promise<{ target: string; mode?: number }> {
  const facts = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (facts === undefined) return { target: path };
  const target = facts.isSymbolicLink() ? await realpath(path) : path;
  const stats = await stat(target);
  if (stats.isDirectory()) throw new ServiceError('io_failed', `${path} is a folder`);
  if (!stats.isFile()) throw new ServiceError('io_failed', `${path} is no file that can be replaced`);
  return { target, mode: stats.mode & 0o7777 };
}
