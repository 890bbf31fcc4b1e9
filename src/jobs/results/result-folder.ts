import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, opendir, stat, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Flusher, flushAll, makeFolder, openFlusher } from '../../folders/index.ts';
import { goneResult, ResultError } from './result-error.ts';
import { isResultOf, nameResult, requireName } from './result-name.ts';
import type { ResultPlace, ResultStore } from './result-store.ts';

/**
 * Keeps results, whatever they are, as files `<name>.pdf` that their owner alone can read, in a folder that several processes may share. No job names a
 * file before it is whole, so it is written under its name at once. Makes the folder. Throws `config_invalid` if files cannot be
 * written there.
 */
export async function openResultFolder(path: string, identity: string): Promise<ResultStore> {
  const folder = resolve(path);
  await prove(folder);
  let flusher = openFolderFlusher(folder);
  const pathOf = (name: string) => join(folder, `${requireName(name)}.pdf`);

  async function write(path: string, result: Uint8Array): Promise<void> {
    try {
      await writeFlushed(path, result);
      // Windows cannot open folders.
      await flusher.flush().catch(() => {});
    } catch (error) {
      await unlink(path).catch(() => {});
      throw error;
    }
  }

  return {
    kind: 'folder',

    async put(id, result) {
      const name = nameResult(id, identity);
      const before = flusher;
      try {
        await write(pathOf(name), result).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          // The folder was removed. The first to notice opens it again.
          makeFolder(folder, 0o700);
          if (flusher === before) {
            flusher = openFolderFlusher(folder);
            await before.close();
          }
          await write(pathOf(name), result);
        });
      } catch (error) {
        throw asFolderError(error, folder);
      }
      return { store: 'folder', name, bytes: result.length };
    },

    async open({ store, name, bytes }, range) {
      if (store !== 'folder') throw goneResult(`the result was kept in another store (${store})`);
      const handle = await openFile(pathOf(name), folder);
      const { size } = await handle.stat().catch(async (error: unknown) => {
        await handle.close();
        throw asFolderError(error, folder);
      });
      if (size !== bytes) {
        await handle.close();
        throw goneResult(`the result in ${folder} has ${size} bytes instead of ${bytes}`);
      }
      const part = range && { start: range.first, end: range.last };
      return { size, stream: handle.createReadStream(part) };
    },

    async drop({ store, name }) {
      if (store !== 'folder') return;
      await unlink(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw asFolderError(error, folder);
      });
    },

    async *list(before) {
      try {
        for await (const entry of await opendir(folder)) {
          const name = entry.name.replace(/\.pdf$/, '');
          if (!entry.isFile() || name === entry.name || !isResultOf(identity, name)) continue;
          const facts = await stat(join(folder, entry.name)).catch(() => undefined);
          if (facts && facts.mtime < before) yield placeOf(name, facts);
        }
      } catch (error) {
        throw asFolderError(error, folder);
      }
    },

    close: () => flusher.close(),
  };
}

function placeOf(name: string, { size }: Stats): ResultPlace {
  return { store: 'folder', name, bytes: size };
}

/** Makes the folder and writes a file there, as each result is written. */
async function prove(folder: string): Promise<void> {
  try {
    makeFolder(folder, 0o700);
    // Others may prove the folder at the same time, and a process in another container may have the same id.
    const path = join(folder, `.platen-${randomUUID()}`);
    await writeFlushed(path, new Uint8Array(1)).finally(() => unlink(path).catch(() => {}));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ResultError('config_invalid', `results cannot be written to the folder ${folder} (${code})`, {
      fix: 'make it writable for the user that the service runs as, or name another place with PLATEN_RESULTS_URL',
      cause: error,
    });
  }
}

/** Writes a new file, and waits until it is on the disk. */
function writeFlushed(path: string, content: Uint8Array): Promise<void> {
  return writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
}

/**
 * Flushes a folder: only then does the name of a new file survive a power cut. The folder stays open, because opening it takes as
 * long as flushing.
 */
function openFolderFlusher(folder: string): Flusher {
  return openFlusher(async () => {
    const handle = await open(folder, 'r');
    // The data of a folder alone (fdatasync) need not hold a name on every file system.
    return { datasync: () => flushAll(handle), close: () => handle.close() };
  });
}

/** Opens a file itself and follows no link, which only the owner of the folder could have put there. */
async function openFile(path: string, folder: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw goneResult(`the result is no longer in ${folder}`, { cause: error });
    }
    throw asFolderError(error, folder);
  }
}

/** What a system's code says of a disk that takes no more: full, beyond the quota of a user, or larger than a file may be. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The `ResultError` for a failure in the folder, with the failure as its cause. */
function asFolderError(error: unknown, folder: string): ResultError {
  if (error instanceof ResultError) return error;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (fullDisk.has(code)) {
    return new ResultError('storage_full', `the disk of the results in ${folder} is full`, { cause: error });
  }
  return new ResultError('results_unavailable', `the folder of the results ${folder} cannot be used (${code})`, {
    cause: error,
  });
}
