import { fdatasync, fsync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Waits for the disk on behalf of all who have written to a file. */
export interface Flusher {
  /** Resolves once what was written to the file before the call is on the disk. Those who call meanwhile share the next wait. */
  flush(): Promise<void>;
  /** Closes the file after what is waited for. A write that ends only then may still be flushed: the file is opened for it alone. */
  close(): Promise<void>;
}

/** Opens a flusher. The file is opened at the first flush, by which time it must be there. */
export function openFlusher(openFile: () => Promise<Pick<FileHandle, 'datasync' | 'close'>>): Flusher {
  let file: ReturnType<typeof openFile> | undefined;
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let isClosed = false;

  async function sync(): Promise<void> {
    file ??= openFile().catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    try {
      await (await file).datasync();
    } finally {
      if (isClosed) await release();
    }
  }

  async function release(): Promise<void> {
    const opened = file;
    file = undefined;
    await (await opened?.catch(() => undefined))?.close();
  }

  return {
    flush() {
      next ??= current
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          current = sync();
          return current;
        });
      return next;
    },
    async close() {
      isClosed = true;
      await (next ?? current).catch(() => undefined);
      await release();
    },
  };
}

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
