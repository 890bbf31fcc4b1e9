import { CommandError } from '../output/command-error.ts';

/** The number that a flag gives in plain digits, such as 0.5, from `least` to `limit`. Throws `usage`. */
export function readNumber(flag: string, text: string, least: number, limit: number): number {
  const value = Number(text);
  if (/^(\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/.test(text) && value >= least && value <= limit) return value;
  throw new CommandError('usage', `${flag} ${JSON.stringify(text)} is not a number from ${least} to ${limit}`);
}
