import { limits } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';

/** A JSON value with the keys of its objects sorted. Throws `input_invalid` where it is nested deeper than a service takes. */
export function canonicalise(value: unknown, level = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (level > limits.jsonDepth) {
    throw new CommandError('input_invalid', `the preview context is nested deeper than ${limits.jsonDepth} levels`);
  }
  if (Array.isArray(value)) return value.map((inner) => canonicalise(inner, level + 1));
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, canonicalise(inner, level + 1)]));
}
