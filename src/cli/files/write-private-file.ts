import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../output/command-error.ts';
import { withLock } from './file-lock.ts';

/** Changes a private file as `writePrivateFile` does, with what `edit` makes of it; no other command changes it meanwhile. */
export async function changePrivateFile<T extends { text: string }>(path: string, edit: () => Promise<T>): Promise<T> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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
 * Writes a file that only its user may read: mode 0600 whatever the umask, in a folder made with 0700 where it is
 * missing. A new file takes the old one's place in one step, so that a crash leaves the old or the new text, never half
 * of one. Links are not written through. Failures are `io_failed`.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await checkTarget(path);
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        // The umask may have taken bits of our own away.
        await file.chmod(0o600);
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
    }
    await syncFolder(folder);
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

async function checkTarget(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isFile()) return;
  const what = found.isSymbolicLink() ? 'a symbolic link' : found.isDirectory() ? 'a folder' : 'not a regular file';
  throw new CommandError('io_failed', `cannot write ${path}: it is ${what}`, {
    fix: 'move it away, or name another file with PLATEN_CONFIG',
  });
}

/** Makes the rename itself durable; Windows cannot open folders and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
