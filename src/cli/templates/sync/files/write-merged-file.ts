import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveFile } from '../../../files/save-file.ts';
import { editedError } from '../merge/write-merged.ts';
import type { LocalFile } from './sync-file.ts';

/** Replaces a file by its merge, whole or not at all. Throws `conflict` if it was edited since it was read. */
export async function writeMergedFile(
  { root, shown }: { root: string; shown: string },
  { path, bytes }: LocalFile,
  merged: string,
  fix: string,
): Promise<void> {
  const file = join(root, path);
  if (!bytes.equals(await readFile(file))) throw editedError(`${shown}/${path}`, fix);
  await saveFile(file, Buffer.from(merged), true);
}
