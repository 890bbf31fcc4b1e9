import { limits } from '../../contract/index.ts';
import type { FieldError } from '../checks/explain-errors.ts';
import { escapePointer } from '../checks/pointer.ts';
import type { ScanLimits } from './scan-json.ts';

/** A body that is not acceptable JSON: `code` says in which way. */
export class BodyError extends Error {
  readonly code: 'invalid_json' | 'invalid_request' | 'too_large';
  readonly errors: FieldError[] | undefined;

  constructor(code: BodyError['code'], message: string, errors?: FieldError[]) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

/** How much a body may hold. */
export const bodyLimits: ScanLimits = { depth: limits.jsonDepth, values: limits.jsonValues, names: limits.jsonNames };

/** The error of a body that exceeds one of its limits. */
export function beyondLimit(limit: keyof ScanLimits): BodyError {
  if (limit !== 'depth') return new BodyError('too_large', `the body holds more than ${bodyLimits[limit]} ${limit}`);
  return new BodyError('invalid_request', `the body is nested deeper than ${bodyLimits.depth} levels`);
}

/** The error of a body with a key that changes objects instead of naming a field. */
export function forbiddenKey(key: string): BodyError {
  return new BodyError('invalid_request', `the key ${shortenKey(key)} is not allowed`);
}

/** The error of one field. `path` leads to it from the top. */
export function wrongField(path: readonly string[], detail: string): BodyError {
  const pointer = path.map((key) => `/${escapePointer(key)}`).join('');
  return new BodyError('invalid_request', `${pointer === '' ? 'the body' : pointer} ${detail}`, [{ pointer, detail }]);
}

/** A key as an error shows it. */
export function shortenKey(key: string): string {
  return JSON.stringify(key.length > 100 ? `${key.slice(0, 100)}…` : key);
}

/** The errors of text that would mean something else to another reader. */
export const halfPair = {
  value: 'holds half of a surrogate pair',
  name: 'has a name that holds half of a surrogate pair',
};
