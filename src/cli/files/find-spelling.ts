import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * The path as the disk spells it. A letter such as `é` has two spellings in Unicode (NFC and NFD). A keyboard, an editor and an
 * archive may each choose another one, and most file systems compare bytes. A path that exists is returned unchanged, and
 * so is a path that exists in no spelling.
 *
 * @param path an absolute path
 */
export async function findSpelling(path: string): Promise<string> {
  if (!hasSpellings(path) || (await exists(path))) return path;
  const folder = await findSpelling(dirname(path));
  const wanted = basename(path).normalize();
  const names = await readdir(folder).catch(() => []);
  const found = names.find((name) => name.normalize() === wanted);
  return found === undefined ? path : join(folder, found);
}

/** Whether a path exists; a link counts itself, wherever it leads. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** The spellings of a pattern, the written one first. */
export function spellPattern(pattern: string): string[] {
  return [...new Set([pattern, pattern.normalize('NFC'), pattern.normalize('NFD')])];
}

function hasSpellings(path: string): boolean {
  return /[^\u0000-\u007f]/.test(path);
}
