import type { ErrorCode } from '../../contract/index.ts';
import { ServiceError } from '../service-error.ts';

/** What a value must be, and whether it is that. */
export interface OptionRule {
  /** The end of the sentence "… must be …". */
  words: string;
  takes(value: unknown): boolean;
}

/** A rule for each option of a type. */
export type OptionRules<Options> = Readonly<Record<keyof Options, OptionRule>>;

/**
 * Throws unless `given` is an object that holds nothing but options which have a rule, each as its rule wants it or undefined.
 * The error names the option as it was written. `what` names the object, as in "the options of openPlaten".
 */
export function checkOptions(
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  { what, code }: { what: string; code: ErrorCode },
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new ServiceError(code, `${what} must be an object`);
  }
  for (const [name, value] of readGiven(what, code, () => Object.entries(options))) {
    if (!Object.hasOwn(rules, name)) {
      throw new ServiceError(code, `${what} have no ${name}; known are ${Object.keys(rules).join(', ')}`);
    }
    const rule = rules[name] as OptionRule;
    if (value !== undefined && !rule.takes(value)) throw new ServiceError(code, `${name} must be ${rule.words}`);
  }
}

/** A text that matches a pattern. */
export function textLike(pattern: RegExp, words: string): OptionRule {
  return textThat((text) => pattern.test(text), words);
}

/** A text that a check takes. */
export function textThat(isValid: (text: string) => boolean, words: string): OptionRule {
  return { words, takes: (value) => typeof value === 'string' && isValid(value) };
}

/** One of some words. */
export function oneOf(...known: readonly [string, string, ...string[]]): OptionRule {
  const words = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
  return { words, takes: (value) => known.includes(value as string) };
}

/** A whole number. */
export function wholeNumber(least: number, limit: number, unit = ''): OptionRule {
  const words = `a whole number${unit && ` of ${unit}`} from ${least} to ${limit}`;
  return { words, takes: (value) => Number.isInteger(value) && least <= Number(value) && Number(value) <= limit };
}

/** Milliseconds that a timer of Node can hold. */
export const milliseconds = wholeNumber(1, 2 ** 31 - 1, 'milliseconds');

export const anyText = textLike(/./s, 'a text that is not empty');

export const textList: OptionRule = {
  words: 'a list of texts',
  takes: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

export const callback: OptionRule = { words: 'a function', takes: (value) => typeof value === 'function' };

export const yesOrNo: OptionRule = { words: 'true or false', takes: (value) => typeof value === 'boolean' };

export const anyObject: OptionRule = {
  words: 'an object',
  takes: (value) => typeof value === 'object' && value !== null,
};

export const abortSignal: OptionRule = { words: 'an AbortSignal', takes: (value) => value instanceof AbortSignal };

/**
 * What `read` gives of a value that a program handed in. If a getter or a proxy of it throws, the error is of this code, names `what`
 * was given and has that error as its cause.
 */
export function readGiven<T>(what: string, code: ErrorCode, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceError(code, `${what} cannot be read: ${reason}`, { cause });
  }
}
