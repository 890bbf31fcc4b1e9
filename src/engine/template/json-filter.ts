import { toValue } from 'liquidjs';
import { ExactNumber } from './exact-number.ts';
import type { FilterHandler } from './filter-arguments.ts';

const unsafe = /[<>&\u2028\u2029]/g;

/**
 * A value as JSON with `<`, `>`, `&`, U+2028 and U+2029 written as escapes, so that `{{ data | json | raw }}` is safe
 * inside a script element. Stands for `json`, `jsonify` and `inspect`.
 */
export const jsonFilter: FilterHandler = function (value: unknown, space: unknown = 0) {
  const text = JSON.stringify(
    (value instanceof ExactNumber ? value : toValue(value)) ?? null,
    null,
    Math.min(10, Number(space) || 0),
  );
  this.context.memoryLimit.use(text.length);
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
};
