import { glob, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';

/**
 * Finds the files that the patterns of `--assets` match, sorted. Patterns start from `cwd`, as in a shell. Each path is a real
 * folder and a name in it, so that a link is judged where the file is read. A pattern without a match is `input_missing`.
 */
export async function findExtraAssets(patterns: readonly string[], cwd: string): Promise<string[]> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    const matches: string[] = [];
    for await (const match of glob(pattern, { cwd })) {
      const path = resolve(cwd, match);
      const facts = await stat(path).catch(() => undefined);
      if (facts && !facts.isDirectory()) matches.push(join(await realpath(dirname(path)), basename(path)));
    }
    if (matches.length === 0) {
      throw new CommandError('input_missing', `--assets ${safeText(pattern)} matches no file`, {
        fix: 'patterns start from the current folder; * stays in one folder, ** goes down',
      });
    }
    for (const match of matches.sort()) files.add(match);
  }
  return [...files];
}
