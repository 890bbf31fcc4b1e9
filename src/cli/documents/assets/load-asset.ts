import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { findSpelling } from '../../files/find-spelling.ts';
import { noteFile } from '../../files/note-reads.ts';
import { NotReadable, readRegularFile } from '../../files/read-regular-file.ts';
import { mediaTypeOf } from './media-types.ts';

/** A file to send, or why it is not sent. */
type LoadedAsset = { type: string; bytes: Buffer; file: string } | { problem: string };

/**
 * Reads a file below the root. Its real path must lie below the root too, without a name that starts with a dot, and be of a
 * kind that a page can use.
 *
 * @param root a real path
 * @param names from the root down
 */
export async function loadAsset(
  root: string,
  names: readonly string[],
  accept: (bytes: number) => void,
): Promise<LoadedAsset> {
  const type = mediaTypeOf(names.at(-1) ?? '');
  if (!type) return { problem: 'is not of a kind that a page can use' };
  try {
    const path = await findSpelling(join(root, ...names));
    noteFile(path);
    const file = await realpath(path);
    const below = relative(root, file);
    if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
      return { problem: 'is a link that leaves the folder of the document; --root <dir> widens it' };
    }
    if (below.split(sep).some((name) => name.startsWith('.')))
      return { problem: 'leads to a name that starts with a dot' };
    if (!mediaTypeOf(below)) return { problem: 'leads to a file that no page can use' };
    return { type, file, bytes: await readRegularFile(file, accept) };
  } catch (error) {
    const problem = explain(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}

function explain(error: unknown): string | undefined {
  if (error instanceof NotReadable) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? undefined : reasons[code];
}

/** Errors that leave a file out. Any other, such as a failing disk, ends the command. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'cannot be found',
  ENOTDIR: 'cannot be found',
  ENAMETOOLONG: 'cannot be found',
  EINVAL: 'cannot be found',
  ELOOP: 'is a link that leads back to itself',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: not permitted',
  ENXIO: 'is not a regular file',
};
