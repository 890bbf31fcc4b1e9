import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from '../database/store-error.ts';

/** The key of a database, in a file of its folder, so that a copy of the database does not have it. */
export interface KeyFile {
  /** The key in base64; undefined if there is no file. Throws `io_failed` if others could have written it. */
  read(): string | undefined;
  /** The key, made if there is no file. */
  make(): string;
}

/** The name of the file in the data folder. */
export const keyFileName = 'secret.key';

/** The key file of a data folder, which exists. */
export function findKeyFile(dataFolder: string): KeyFile {
  const file = join(resolve(dataFolder), keyFileName);
  const read = () => guard(file, () => readPrivately(file));
  return {
    read,
    make: () => read() ?? guard(file, () => write(file)),
  };
}

function guard<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof Error && 'syscall' in error)) throw error;
    const cause = error as NodeJS.ErrnoException;
    const code = cause.code === 'ENOSPC' || cause.code === 'EDQUOT' ? 'storage_full' : 'io_failed';
    throw new StoreError(code, `the key file ${file} cannot be read or written (${cause.code})`, { cause });
  }
}

/** Reads the file without following a link. A group may write to the folder: Kubernetes gives volumes to one (`fsGroup`). */
function readPrivately(file: string): string | undefined {
  let opened: number;
  try {
    opened = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') throw refuse(file, 'is a symbolic link');
    throw error;
  }
  try {
    const facts = fstatSync(opened);
    const { mode, uid } = facts;
    if (!facts.isFile()) throw refuse(file, 'is not a regular file');
    const us = process.getuid?.();
    if (us !== undefined) {
      if (uid !== us && uid !== 0) throw refuse(file, 'belongs to another user');
      refuseOpenFolder(file);
      if ((mode & 0o002) !== 0) throw refuse(file, 'can be changed by every user');
      if ((mode & 0o077) !== 0 && uid === us) chmodSync(file, 0o600);
    }
    return readFileSync(opened, 'utf8').trim();
  } finally {
    closeSync(opened);
  }
}

/** Writes a new key. Of several processes at once, one succeeds and the others read its key. */
function write(file: string): string {
  refuseOpenFolder(file);
  const draft = `${file}.${randomUUID()}.part`;
  const key = randomBytes(32).toString('base64');
  try {
    const opened = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(opened, `${key}\n`);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    linkSync(draft, file);
  } catch (error) {
    const made = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readPrivately(file) : undefined;
    if (made === undefined) throw error;
    return made;
  } finally {
    rmSync(draft, { force: true });
  }
  flushFolder(dirname(file));
  return key;
}

/** Nothing may be sealed with a key whose name the disk can still lose. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** In a folder that everybody may write to, anybody could put a key that they know. */
function refuseOpenFolder(file: string): void {
  const folder = dirname(file);
  const { mode } = statSync(folder);
  if (process.platform === 'win32' || (mode & 0o1002) !== 0o002) return;
  throw refuse(folder, 'can be changed by every user', `chmod o-w ${folder}, or set PLATEN_SECRET_KEY`);
}

function refuse(path: string, why: string, fix = `check who made ${path}, or set PLATEN_SECRET_KEY`): StoreError {
  return new StoreError('io_failed', `${path} ${why}, so the key that encrypts secrets could be another's`, {
    fix,
  });
}
