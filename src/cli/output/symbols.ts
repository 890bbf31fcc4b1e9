import type { Io } from './io.ts';

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
