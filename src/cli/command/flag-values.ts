import { InvalidArgumentError, type Option } from 'commander';
import { isUuid } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';
import { formatDuration, parseDuration } from '../settings/duration.ts';

/** The number that a flag gives in plain digits, such as 0.5, from `least` to `limit`. Throws `usage`. */
export function readNumber(flag: string, text: string, least: number, limit: number): number {
  const value = Number(text);
  if (/^(\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/.test(text) && value >= least && value <= limit) return value;
  throw new CommandError('usage', `${flag} ${JSON.stringify(text)} is not a number from ${least} to ${limit}`);
}

/** The whole number that a flag gives, from `least` to `limit`, default any; undefined without the flag. Throws `usage`. */
export function readWhole(flag: string, text: string | undefined, least: number, limit?: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= least && value <= (limit ?? value)) return value;
  const range = limit === undefined ? `of ${least} or more` : `from ${least} to ${limit}`;
  throw new CommandError('usage', `${flag} ${JSON.stringify(text)} is not a whole number ${range}`);
}

/** The milliseconds that a flag gives as a duration, from `least` to `limit`. Throws `usage`. */
export function readDuration(flag: string, text: string, least: number, limit: number): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw refuse('is not a duration', 'write 90d or 12h');
  if (ms < least) throw refuse(`is shorter than ${formatDuration(least)}`, `write ${formatDuration(least)} or more`);
  if (ms > limit) throw refuse(`is longer than ${formatDuration(limit)}`, `write ${formatDuration(limit)} or less`);
  return ms;

  function refuse(fault: string, fix: string): CommandError {
    return new CommandError('usage', `${flag} ${JSON.stringify(text)} ${fault}`, { fix });
  }
}

/** Gathers the values of a flag that may be repeated, each unchanged: they may contain commas. */
export function collectValues(value: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

/** Gathers the words of a flag that may be repeated, and whose values may hold several words with commas between; each once. */
export function collectWords(value: string, earlier: readonly string[] | undefined): string[] {
  return [...new Set([...(earlier ?? []), ...value.split(',').map((word) => word.trim())])];
}

/** Has an option gather words as `collectWords` does, each one of its choices. */
export function takeChoices(option: Option, choices: readonly string[]): Option {
  return option.choices(choices).argParser((value, earlier: readonly string[] | undefined) => {
    const words = collectWords(value, earlier);
    const unknown = words.find((word) => !choices.includes(word));
    if (unknown === undefined) return words;
    throw new InvalidArgumentError(`"${unknown}" is not one of ${choices.join(', ')}.`);
  });
}

/** Throws `usage` for an id that is no UUID, before anything is contacted. `what` has such an id: a template, a render. */
export function checkId(id: string, what: 'template' | 'render'): void {
  if (isUuid(id)) return;
  throw new CommandError('usage', `${JSON.stringify(id)} is not the id of a ${what}`, {
    why: 'an id is a UUID such as 0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f',
    fix: `see the ids: platen ${what}s list`,
  });
}
