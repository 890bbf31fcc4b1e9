import { ftruncateSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { flushData } from '../../../folders/index.ts';
import { CommandError } from '../../output/command-error.ts';

/** A file that lines are appended to. */
export interface AppendFile {
  /** Writes lines; a kill leaves at most the last line cut off. */
  append(lines: string): void;
  /** Resolves when all lines are on the disk. */
  flush(): Promise<void>;
  /** Shortens the file. */
  cut(bytes: number): void;
  close(): Promise<void>;
}

/** Opens or creates the file. Every method throws `io_failed` with the advice to name another journal. */
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
      // Callers during a running flush share the next one.
      next ??= flushing
        .catch(() => {})
        .then(() => {
          next = undefined;
          flushing = flushData(handle);
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
