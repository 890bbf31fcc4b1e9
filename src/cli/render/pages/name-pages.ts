import type { ImageOptions } from '../../../contract/index.ts';
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

/** The usual ending of images of a format. Default PNG. */
export function endingOf(format: ImageOptions['format']): 'png' | 'jpg' {
  return format === 'jpeg' ? 'jpg' : 'png';
}

/** Whether a pattern ends as images of the format do. */
export function hasEnding(pattern: string, format: NonNullable<ImageOptions['format']>): boolean {
  return format === 'png' ? /\.png$/i.test(pattern) : /\.jpe?g$/i.test(pattern);
}

/** Throws `usage` for a pattern that does not end as images of the format do. */
export function checkEnding(pattern: string, format: NonNullable<ImageOptions['format']>): void {
  if (hasEnding(pattern, format)) return;
  throw new CommandError('usage', `-o ${safeText(pattern)} is not the name of a ${format.toUpperCase()} file`, {
    fix: `end it in .${endingOf(format)}`,
  });
}

/** The error for several pages whose images would have one name. */
export function severalPages(count: number, shown: string, more = ''): CommandError {
  return new CommandError('usage', `${shown} is for one page, and there are ${count}`, {
    fix: `name each page, -o 'page-{page}.png'${more}, or choose one: --pages 1`,
  });
}
