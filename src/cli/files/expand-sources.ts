import { glob, lstat, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';

/**
 * Replaces patterns such as `docs/*.html` by the files that they match, sorted, where no shell has done it: on Windows, or
 * where they stand in quotes. A source that is a file by this very name is none, nor is an address or a template. Throws
 * `input_missing` where a pattern matches no file.
 */
export async function expandSources(sources: readonly string[], cwd: string): Promise<string[]> {
  const expanded: string[] = [];
  for (const source of sources)
    expanded.push(...((await isPattern(source, cwd)) ? await match(source, cwd) : [source]));
  return expanded;
}

async function isPattern(source: string, cwd: string): Promise<boolean> {
  if (!/[*?[]/.test(source) || hasScheme(source) || source.includes('\0')) return false;
  return !(await lstat(resolve(cwd, source)).catch(() => undefined));
}

async function match(pattern: string, cwd: string): Promise<string[]> {
  const files: string[] = [];
  for await (const found of glob(pattern, { cwd })) {
    const facts = await stat(resolve(cwd, found)).catch(() => undefined);
    if (facts && !facts.isDirectory()) files.push(found);
  }
  if (files.length === 0) {
    throw new CommandError('input_missing', `${safeText(pattern)} matches no file`, {
      fix: 'patterns start from the current folder; * stays in one folder, ** goes down',
    });
  }
  // A file that is called as stdin or an address is written must stay a file.
  return files.sort().map((file) => (file === '-' || hasScheme(file) ? `./${file}` : file));
}

/** `https:`, `template:`; one letter is a drive of Windows. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(text);
}
