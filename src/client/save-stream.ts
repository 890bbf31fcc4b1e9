import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Writes a file whole or not at all: a temporary file in the same folder, flushed to the disk, renamed into place. */
export async function saveStream(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const temporary = join(dirname(path), `.platen-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  try {
    await pipeline(content, createWriteStream(temporary, { flags: 'wx', flush: true }));
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}
