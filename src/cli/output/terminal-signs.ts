import type { Io, OutputStream } from './io.ts';

/** Signs for people, in what the terminal can show. */
interface Symbols {
  ok: string;
  warn: string;
  fail: string;
  full: string;
  empty: string;
}

/** Unicode signs where the locale says UTF-8 (or the system always shows it), else plain ASCII. */
export function chooseSymbols({ env, platform }: Pick<Io, 'env' | 'platform'>): Symbols {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const modernWindows = Boolean(env.WT_SESSION || env.TERM_PROGRAM);
  const unicode = platform === 'win32' ? modernWindows : platform === 'darwin' || /utf-?8/i.test(locale);
  return unicode && env.TERM !== 'linux'
    ? { ok: '✓', warn: '!', fail: '✗', full: '█', empty: '░' }
    : { ok: 'ok', warn: '!!', fail: 'xx', full: '#', empty: '-' };
}

/**
 * Whether to colour what goes to one stream: `--color`/`--no-color`, then NO_COLOR (no-color.org), FORCE_COLOR,
 * CLICOLOR_FORCE, then a terminal that is not dumb.
 */
export function wantsColour(
  stream: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
  flag: boolean | undefined,
): boolean {
  if (flag !== undefined) return flag;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !['0', 'false'].includes(env.FORCE_COLOR);
  if (env.CLICOLOR_FORCE && env.CLICOLOR_FORCE !== '0') return true;
  return stream.isTTY === true && env.TERM !== 'dumb';
}
