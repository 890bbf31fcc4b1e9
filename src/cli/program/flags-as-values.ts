import type { Command } from 'commander';
import { CommandError } from '../output/command-error.ts';

/**
 * Refuses a flag where another flag needs its value, as in `--password -o secret.pdf`: commander would take `-o` for the password. A value
 * that looks like a flag can be written as `--title=-o`. Throws `usage`.
 */
export function refuseFlagsAsValues(command: Command, words: readonly string[]): void {
  const options = listOptions(command);
  const find = (word: string | undefined) => options.find(({ short, long }) => word === short || word === long);
  for (let at = 0; at < words.length && words[at] !== '--'; at++) {
    if (!find(words[at])?.required) continue;
    at++;
    if (words[at] === undefined || !find(words[at])) continue;
    throw new CommandError('usage', `${words[at - 1]} needs a value, and ${words[at]} is a flag`, {
      fix: `write the value after ${words[at - 1]}`,
    });
  }
}

/** The flags of a command and of those above it. */
function listOptions(command: Command): Command['options'] {
  return command.parent ? [...command.options, ...listOptions(command.parent)] : command.options;
}
