import { ServiceError } from '../service-error.ts';
import { readGiven } from './check-options.ts';

/** The parameters of a query as they travel. Throws `invalid_request` for what is no object, and for names that are not known. */
export function writeListQuery<Query extends object>(
  query: Query | undefined,
  ...known: readonly (keyof Query & string)[]
): Record<string, string | undefined> {
  if (query === undefined) return {};
  if (typeof query !== 'object' || query === null)
    throw new ServiceError('invalid_request', 'the query must be an object');
  const fields = readGiven('the query', 'invalid_request', () => Object.entries(query).map(writeField));
  const unknown = fields.map(([name]) => name).find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new ServiceError('invalid_request', `the query has no ${unknown}; known are ${known.join(', ')}`);
  }
  return Object.fromEntries(fields);
}

function writeField([name, value]: [string, unknown]): [string, string | undefined] {
  return [name, value?.toString()];
}
