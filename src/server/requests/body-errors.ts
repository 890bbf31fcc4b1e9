import { formatPointer, limits } from '../../contract/index.ts';
import { RequestError } from '../answers/problems.ts';

/** How much a body may hold: levels of nesting, values, different names of fields. */
export const bodyLimits = { depth: limits.jsonDepth, values: limits.jsonValues, names: limits.jsonNames };

/** The error of a body that exceeds one of its limits. */
export function beyondLimit(limit: keyof typeof bodyLimits): RequestError {
  if (limit !== 'depth') return new RequestError('too_large', `the body has more than ${bodyLimits[limit]} ${limit}`);
  return new RequestError('invalid_request', `the body is nested deeper than ${bodyLimits.depth} levels`);
}

/** The error of a body with a key that changes objects instead of naming a field. */
export function forbiddenKey(key: string): RequestError {
  return new RequestError('invalid_request', `the key ${shortenKey(key)} is not allowed`);
}

/** The error of one field. `path` leads to it from the top. */
export function wrongField(path: readonly string[], detail: string): RequestError {
  return wrongPlace(formatPointer(path), detail);
}

/** The error of the field at a JSON pointer. */
export function wrongPlace(pointer: string, detail: string): RequestError {
  const field = pointer === '' ? 'the body' : pointer;
  return new RequestError('invalid_request', `${field} ${detail}`, { errors: [{ pointer, detail }] });
}

/** A key as an error shows it. */
export function shortenKey(key: string): string {
  return JSON.stringify(key.length > 100 ? `${key.slice(0, 100)}…` : key);
}

/** What is wrong with text that no UTF-8 can hold, in a value and in the name of a field. */
export const halfPair = {
  value: 'contains half of a surrogate pair',
  name: 'has a name that contains half of a surrogate pair',
};
