import { basename } from 'node:path';
import type { Storage } from '../../contract/index.ts';
import { mediaTypeOf } from '../documents/assets/media-types.ts';
import { readInputBytes } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';

/** Reads the files of `--attach`, by their names. Throws `usage` for a file without a name, or one of another's, and `input_missing`. */
export async function attachFiles(files: readonly string[], io: Io): Promise<NonNullable<Storage['attachments']>> {
  const attachments = new Map<string, NonNullable<Storage['attachments']>[number]>();
  for (const file of files) {
    if (file === '-') {
      throw new CommandError('usage', '--attach - has no name', { fix: 'put it into a file, whose name readers see' });
    }
    const name = basename(file);
    if (attachments.has(name)) {
      throw new CommandError('usage', `--attach: two files are named ${JSON.stringify(name)}`, { fix: 'rename one' });
    }
    const base64 = await readInputBytes(file, '--attach', io);
    attachments.set(name, { name, type: mediaTypeOf(name) ?? 'application/octet-stream', base64 });
  }
  return [...attachments.values()];
}
