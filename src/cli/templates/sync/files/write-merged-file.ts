import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveFile } from '../../../files/save-file.ts';
import { editedError } from '../merge/write-merged.ts';
import { type LocalFile, sha256Of } from './sync-file.ts';

/** Replaces a file by its merge, whole or not at all. Throws `conflict` if it was edited since it was read. */
export async function writeMergedFile(
  { root, shown }: { root: string; shown: string },
  { path, sha256 }: LocalFile,
  merged: string,
  fix: string,
): Promise<void> {
  const file = join(root, path);
  if (sha256Of(await readFile(file)) !== sha256) throw editedError(`${shown}/${path}`, fix);
  await saveFile(file, Buffer.from(merged), true);
}
