import { CommandError } from '../output/command-error.ts';

/** The whole number that a flag gives, from `least` to `most`; undefined without the flag. Throws `usage`. */
export function readWhole(flag: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new CommandError('usage', `${flag} ${JSON.stringify(text)} is not a whole number from ${least} to ${most}`);
}
