import type { OutputStream } from './io.ts';

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
