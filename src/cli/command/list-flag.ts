import { InvalidArgumentError, type Option } from 'commander';

/** Gathers the values of a flag that may be repeated, each as it is: they may hold commas. */
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
    throw new InvalidArgumentError(`"${unknown}" is none of ${choices.join(', ')}.`);
  });
}
