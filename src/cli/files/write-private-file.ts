import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../folders/index.ts';
import { CommandError } from '../output/command-error.ts';
import { withLock } from './file-lock.ts';
import { saveFile } from './save-file.ts';

/** Changes a private file as `writePrivateFile` does, with what `edit` makes of it; no other command changes it meanwhile. */
export async function changePrivateFile<T extends { text: string }>(path: string, edit: () => Promise<T>): Promise<T> {
  try {
    makeFolder(dirname(path), 0o700);
    return await withLock(path, async () => {
      const edited = await edit();
      await writePrivateFile(path, edited.text);
      return edited;
    });
  } catch (error) {
    throw asFileError(error, path);
  }
}

/**
 * Writes a file that only its user may read: mode 0600 whatever the umask, in a folder made with 0700 where it is missing.
 * Appears whole or not at all, as `saveFile` has it. Links are not written through. Failures are `io_failed`.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  try {
    makeFolder(dirname(path), 0o700);
    await refuseOtherThanFile(path);
    await saveFile(path, Buffer.from(text), true, 0o600);
  } catch (error) {
    throw asFileError(error, path);
  }
}

function asFileError(error: unknown, path: string): unknown {
  if (error instanceof CommandError) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new CommandError('io_failed', `cannot write ${path}`, { why: code ?? String(error), cause: error });
}

async function refuseOtherThanFile(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isFile()) return;
  const what = found.isSymbolicLink() ? 'a symbolic link' : found.isDirectory() ? 'a folder' : 'not a regular file';
  throw new CommandError('io_failed', `cannot write ${path}: it is ${what}`, {
    fix: 'move it away, or name another file with PLATEN_CONFIG',
  });
}
