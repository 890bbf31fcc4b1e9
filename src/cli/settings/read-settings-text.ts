import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { CommandError } from '../output/command-error.ts';

/** The most bytes of a file of settings; a real one has a few hundred. */
export const largestSettingsFile = 256 * 1024;

/** The text of a file of settings and its mode, read through the same handle so that both belong together. */
interface SettingsText {
  text: string;
  mode: number;
  uid: number;
}

/**
 * Reads a small text file; null if it does not exist. A folder, a pipe, a file that is too large, not readable or not UTF-8 is
 * `config_invalid`: an existing file is never skipped silently. Reads synchronously: every command waits for it,
 * and loading `node:fs/promises` takes longer than reading.
 */
export async function readSettingsText(path: string, largest = largestSettingsFile): Promise<SettingsText | null> {
  let file: number;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw unreadableFile(path, error);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) {
      const what = stat.isDirectory() ? 'a folder' : 'not a regular file';
      throw new CommandError('config_invalid', `cannot read ${path}: it is ${what}`, { fix: `move ${path} away` });
    }
    if (stat.size > largest) {
      throw new CommandError('config_invalid', `cannot read ${path}: it is larger than ${largest / 1024} KiB`);
    }
    return { text: decodeText(readFileSync(file), path), mode: stat.mode, uid: stat.uid };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw unreadableFile(path, error);
  } finally {
    closeSync(file);
  }
}

/**
 * Throws `config_invalid` if another user owns a file or may change it: they could have the API key sent elsewhere. Root may use files
 * of other users, such as those that are mounted into a container.
 */
export function checkOwner(path: string, { mode, uid }: Pick<SettingsText, 'mode' | 'uid'>, platform: string): void {
  // Windows has no mode bits; Node makes them up.
  if (platform === 'win32') return;
  const why = 'anybody who can write it can send your API key elsewhere';
  const us = process.getuid?.();
  if (us !== 0 && uid !== 0 && uid !== us) {
    throw new CommandError('config_invalid', `${path} belongs to another user`, {
      why,
      fix: `replace it by a copy: ${path}`,
    });
  }
  if ((mode & 0o022) === 0) return;
  throw new CommandError('config_invalid', `others may change ${path} (mode ${(mode & 0o777).toString(8)})`, {
    why,
    fix: `chmod 600 ${path}`,
  });
}

/** The error for a file that exists and cannot be read. */
export function unreadableFile(path: string, error: unknown): CommandError {
  const { code } = error as NodeJS.ErrnoException;
  const denied = code === 'EACCES' || code === 'EPERM';
  return new CommandError('config_invalid', `cannot read ${path}${denied ? ': permission denied' : ''}`, {
    why: code === undefined ? String(error) : code,
    fix: denied ? `let your user read ${path}, or move it away` : `move ${path} away`,
    cause: error,
  });
}

/** UTF-8, or UTF-16 with a byte order mark (older PowerShell writes it); the mark is dropped. */
export function decodeText(bytes: Uint8Array, path: string): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandError('config_invalid', `cannot read ${path}: it is not ${encoding.toUpperCase()} text`, {
      fix: 'save the file as UTF-8',
      cause: error,
    });
  }
}
