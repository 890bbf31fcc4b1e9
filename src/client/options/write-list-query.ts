import { ServiceError } from '../service-error.ts';

/** The parameters of a query as they travel. Throws `invalid_request` for what is no object, and for names that are not known. */
export function writeListQuery<Query extends object>(
  query: Query | undefined,
  ...known: readonly (keyof Query & string)[]
): Record<string, string | undefined> {
  if (query === undefined) return {};
  if (typeof query !== 'object' || query === null)
    throw new ServiceError('invalid_request', 'the query must be an object');
  const unknown = Object.keys(query).find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new ServiceError('invalid_request', `the query has no ${unknown}; known are ${known.join(', ')}`);
  }
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value?.toString()]));
}
