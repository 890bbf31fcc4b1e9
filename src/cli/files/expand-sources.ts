import { glob, lstat, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { spellPattern } from './find-spelling.ts';
import { noteFolder } from './note-reads.ts';

/**
 * Replaces patterns such as `docs/*.html` by the files that they match, sorted, if the shell has not: on Windows, or
 * in quotes. An existing file of that name, a URL and a template are no patterns. Throws `input_missing` if a
 * pattern matches no file.
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
  const files = await matchFiles(pattern, cwd);
  if (files.length === 0) {
    throw new CommandError('input_missing', `${safeText(pattern)} matches no file`, {
      fix: 'patterns start from the current folder; * stays in one folder, ** goes down',
    });
  }
  // A file named like stdin or an address must stay a file.
  return files.map((file) => (file === '-' || hasScheme(file) ? `./${file}` : file));
}

/**
 * The files that a pattern matches, relative to `cwd` and sorted. If the pattern matches none as it is written, its other
 * spellings in Unicode are tried.
 */
export async function matchFiles(pattern: string, cwd: string): Promise<string[]> {
  noteMatches(pattern, cwd);
  for (const spelling of spellPattern(pattern)) {
    const files: string[] = [];
    for await (const found of glob(spelling, { cwd })) {
      const facts = await stat(resolve(cwd, found)).catch(() => undefined);
      if (facts && !facts.isDirectory()) files.push(found);
    }
    if (files.length > 0) return files.sort();
  }
  return [];
}

/** Notes the folder that a pattern starts from: a new file in it may match. */
function noteMatches(pattern: string, cwd: string): void {
  const steps = pattern.split('/');
  const start = steps.findIndex((step) => /[*?[{]/.test(step));
  const base = start < 0 ? dirname(pattern) : steps.slice(0, start).join('/') || (pattern.startsWith('/') ? '/' : '');
  const ending = /\.[a-z\d]+$/i.exec(pattern)?.[0];
  noteFolder(resolve(cwd, base), { deep: start >= 0 && start < steps.length - 1, ending });
}

/** Whether a text starts with a scheme such as `https:` or `template:`; a single letter is a Windows drive. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(text);
}
