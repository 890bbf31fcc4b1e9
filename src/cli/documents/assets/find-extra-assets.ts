import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { matchFiles } from '../../files/expand-sources.ts';
import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';

/**
 * Finds the files that the patterns of `--assets` match, sorted. Patterns start from `cwd`, as in a shell. Each path is a real
 * folder and a name in it, so that a link is judged where the file is read. A pattern without a match is `input_missing`.
 */
export async function findExtraAssets(patterns: readonly string[], cwd: string): Promise<string[]> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    const matches = (await matchFiles(pattern, cwd)).map((match) => resolve(cwd, match));
    if (matches.length === 0) {
      throw new CommandError('input_missing', `--assets ${safeText(pattern)} matches no file`, {
        fix: 'patterns start from the current folder; * stays in one folder, ** goes down',
      });
    }
    for (const match of matches) files.add(join(await realpath(dirname(match)), basename(match)));
  }
  return [...files];
}
