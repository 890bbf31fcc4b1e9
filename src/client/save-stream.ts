import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from './service-error.ts';

/**
 * Writes a file whole or not at all: a temporary file in the same folder, flushed to the disk, renamed into place. `take` gives the
 * content, and is not called where the path is none that a file can have. Throws `io_failed` with the path for what the disk refuses.
 */
export async function saveStream(path: string, take: () => AsyncIterable<Buffer>): Promise<void> {
  const temporary = join(dirname(path), `.platen-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  let file: FileHandle | undefined;
  try {
    if (path.endsWith('/') || (await isFolder(path))) throw new ServiceError('io_failed', `${path} is a folder`);
    file = await open(temporary, 'wx');
    await pipeline(take(), file.createWriteStream({ flush: true }));
    await rename(temporary, path);
  } catch (error) {
    await file?.close().catch(() => undefined);
    if (file) await unlink(temporary).catch(() => undefined);
    const { syscall, code } = error as NodeJS.ErrnoException;
    // The content has errors of its own.
    if (error instanceof ServiceError || syscall === undefined) throw error;
    throw new ServiceError('io_failed', `cannot write ${path} (${code})`, { cause: error });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
