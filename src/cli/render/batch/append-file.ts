import { ftruncateSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { CommandError } from '../../output/command-error.ts';

/** A file that lines are put to the end of. */
export interface AppendFile {
  /** Writes lines; a kill leaves them whole or the last one cut off. */
  append(lines: string): void;
  /** Resolves when what was written is on the disk. */
  flush(): Promise<void>;
  /** Shortens the file. */
  cut(bytes: number): void;
  close(): Promise<void>;
}

/** Opens or creates one. All of it throws `io_failed` with the way out. */
export async function openAppendFile(path: string): Promise<AppendFile> {
  const handle = await open(path, 'a').catch(refuse);
  let flushing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  function refuse(cause: NodeJS.ErrnoException): never {
    throw new CommandError('io_failed', `cannot write the journal ${path}`, {
      why: cause.code ?? cause.message,
      fix: 'name a place that can be written: --journal <file>',
      cause,
    });
  }
  return {
    append(lines) {
      const bytes = Buffer.from(lines);
      try {
        for (let from = 0; from < bytes.length; ) from += writeSync(handle.fd, bytes, from);
      } catch (cause) {
        refuse(cause as NodeJS.ErrnoException);
      }
    },
    flush() {
      // One flush serves all who ask while the one before is under way.
      next ??= flushing
        .catch(() => {})
        .then(() => {
          next = undefined;
          flushing = handle.datasync();
          return flushing;
        })
        .catch(refuse);
      return next;
    },
    cut(bytes) {
      try {
        ftruncateSync(handle.fd, bytes);
      } catch (cause) {
        refuse(cause as NodeJS.ErrnoException);
      }
    },
    close: () => handle.close(),
  };
}
