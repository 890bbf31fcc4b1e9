import { randomBytes } from 'node:crypto';
import { createWriteStream, unlinkSync } from 'node:fs';
import { chmod, lstat, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { flushAll } from '../../folders/index.ts';
import { CommandError } from '../output/command-error.ts';
import { fileErrors } from '../output/error-fixes.ts';
import { identifyProcess } from './process-identity.ts';
import { leadsToPipe } from './read-regular-file.ts';

const pattern = /^\.platen-(\d+)-[0-9a-f]{12}\.tmp$/;

/** Refuses a target that cannot or must not be written, before any work is done. Errors name `flag`. */
export async function checkTarget(path: string, force: boolean, flag: string): Promise<void> {
  if (await leadsToPipe(path)) return;
  const facts = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError('io_failed', `${flag}: cannot write ${path}`, {
      why: error.code ?? error.message,
      cause: error,
    });
  });
  if (!facts) {
    const folder = await stat(dirname(path)).catch(() => undefined);
    if (!folder?.isDirectory()) {
      throw new CommandError('input_missing', `${flag}: there is no folder ${dirname(path)}`, {
        fix: 'create the folder first',
      });
    }
    return;
  }
  if (facts.isDirectory()) {
    throw new CommandError('usage', `${flag}: ${path} is a folder`, { fix: 'name a file in it' });
  }
  if (!facts.isFile()) {
    const kind = facts.isSymbolicLink() ? 'a symbolic link' : 'not a regular file';
    throw new CommandError('usage', `${flag}: ${path} is ${kind}`, {
      fix: 'name the file itself, or use -o - for stdout',
    });
  }
  if (!force) {
    throw new CommandError('output_exists', `${path} exists`, {
      fix: 'name another file with -o, or overwrite it with --force',
    });
  }
}

/**
 * Writes a file so that it is there whole or not at all: a temporary file in the same folder, flushed to the disk, renamed
 * into place, and the folder flushed. Nothing is left behind on any failure. Without `force` an existing file stays. `mode`
 * holds whatever the umask is; without it the file that is replaced decides, or the umask. A pipe is written to directly.
 */
export async function saveFile(
  path: string,
  content: Readable | Uint8Array,
  force: boolean,
  mode?: number,
): Promise<void> {
  if (await leadsToPipe(path)) return writeToPipe(path, content);
  const folder = dirname(path);
  await sweep(folder);
  const temporary = join(folder, `.platen-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  keepInMind(temporary);
  try {
    const stream = createWriteStream(temporary, { flags: 'wx', mode: mode ?? 0o666, flush: true });
    await pipeline(content instanceof Uint8Array ? [content] : content, stream);
    const replaced = await lstat(path).catch(() => undefined);
    // Those of a link mean nothing.
    const wanted = mode ?? (replaced?.isFile() ? replaced.mode & 0o7777 : undefined);
    if (wanted !== undefined) await chmod(temporary, wanted);
    if (!force && replaced) {
      throw new CommandError('output_exists', `${path} appeared meanwhile`, { fix: 'overwrite it with --force' });
    }
    await renamePatiently(temporary, path);
    await flushFolder(folder);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw asFileError(error, path);
  } finally {
    forget(temporary);
  }
}

async function writeToPipe(path: string, content: Readable | Uint8Array): Promise<void> {
  try {
    await pipeline(content instanceof Uint8Array ? [content] : content, createWriteStream(path));
  } catch (error) {
    throw asFileError(error, path);
  }
}

/** The temporary files in use. A single exit listener serves all, because Node warns of more than ten. */
const temporaries = new Set<string>();

function keepInMind(path: string): void {
  if (temporaries.size === 0) process.once('exit', removeAll);
  temporaries.add(path);
}

function forget(path: string): void {
  temporaries.delete(path);
  if (temporaries.size === 0) process.off('exit', removeAll);
}

function removeAll(): void {
  for (const path of temporaries) {
    try {
      unlinkSync(path);
    } catch {
      // Already renamed or removed.
    }
  }
}

/** Windows refuses to replace a file that a viewer has open; often only for a moment. */
async function renamePatiently(from: string, to: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const busy = ['EPERM', 'EBUSY', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (process.platform !== 'win32' || !busy || tries >= 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Flushes a folder: only then does a rename survive a power cut. Windows cannot open folders. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  await flushAll(handle).catch(() => {});
  await handle.close();
}

/** Folders that were swept in this process; a batch may save a million files in a folder. */
const swept = new Set<string>();

/** Removes temporary files of killed commands: those with our name pattern whose process is gone. */
async function sweep(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  for (const name of await readdir(folder).catch(() => [])) {
    const id = Number(pattern.exec(name)?.[1] ?? 0);
    if (id > 0 && identifyProcess(id) === undefined) await unlink(join(folder, name)).catch(() => {});
  }
}

function asFileError(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof syscall !== 'string') return error;
  const why = fileErrors[code ?? '']?.why ?? code;
  return new CommandError('io_failed', `cannot write ${path}`, {
    why: `${why} (${basename(path)} is as it was)`,
    cause: error,
  });
}
