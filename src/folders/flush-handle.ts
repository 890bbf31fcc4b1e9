import { fdatasync, fsync } from 'node:fs';
import { promisify } from 'node:util';

/** An open file or folder, of which the caller keeps hold until the flush has ended. */
interface Opened {
  fd: number;
}

/**
 * Flushes an open file or folder to the disk. By its number, because the file handles of Yarn's Plug'n'Play have neither
 * `sync` nor `datasync`.
 */
export function flushAll({ fd }: Opened): Promise<void> {
  return promisify(fsync)(fd);
}

/** Flushes the data of an open file, and of its facts only those that reading it needs. */
export function flushData({ fd }: Opened): Promise<void> {
  return promisify(fdatasync)(fd);
}
