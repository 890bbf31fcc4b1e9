import { CommandError } from '../output/command-error.ts';

/** The whole number that a flag gives, from `least` to `limit`, default any; undefined without the flag. Throws `usage`. */
export function readWhole(flag: string, text: string | undefined, least: number, limit?: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= least && value <= (limit ?? value)) return value;
  const range = limit === undefined ? `of ${least} or more` : `from ${least} to ${limit}`;
  throw new CommandError('usage', `${flag} ${JSON.stringify(text)} is not a whole number ${range}`);
}
