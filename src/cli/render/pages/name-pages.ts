import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';

/** Refuses a pattern for the files of pages that names no file, or has another placeholder than `{page}`. Throws `usage`. */
export function checkPagePattern(pattern: string, example: string): void {
  const shown = `-o ${safeText(pattern)}`;
  if (pattern === '' || /[\\/]$/.test(pattern)) {
    throw new CommandError('usage', `${shown} names no file`, { fix: `-o '${example}'` });
  }
  if (pattern.startsWith('--')) throw new CommandError('usage', `${shown} looks like a flag`);
  const [other] = pattern.match(/\{(?!page\})[^{}]*\}/) ?? [];
  if (other !== undefined) {
    throw new CommandError('usage', `${shown}: there is no placeholder ${safeText(other)}`, { fix: 'use {page}' });
  }
}

/** The names of the files of `count` pages, which sort in the order of the pages. */
export function namePages(pattern: string, count: number): string[] {
  const digits = String(count).length;
  return Array.from({ length: count }, (_, index) =>
    pattern.replaceAll('{page}', String(index + 1).padStart(digits, '0')),
  );
}
