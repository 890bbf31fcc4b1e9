import { expect, it } from 'vitest';
import { writeListQuery } from '../../../src/client/options/write-list-query.ts';

interface Query {
  limit?: number;
  fields?: string[];
  name?: string | null;
}

const write = (query: unknown) => writeListQuery(query as Query, 'limit', 'fields', 'name');

it.each<[unknown, object]>([
  [undefined, {}],
  [{}, {}],
  [
    { limit: 5, fields: ['a', 'b'], name: undefined },
    { limit: '5', fields: 'a,b', name: undefined },
  ],
  [
    { name: null, limit: 0 },
    { name: undefined, limit: '0' },
  ],
])('the query %j travels as %j', (query, written) => {
  expect(write(query)).toEqual(written);
});

it.each<[unknown, string]>([
  [null, 'the query must be an object'],
  ['a', 'the query must be an object'],
  [{ limit: 1, page: 2 }, 'the query has no page; known are limit, fields, name'],
])('the query %j is refused', (query, message) => {
  expect(() => write(query)).toThrow(expect.objectContaining({ code: 'invalid_request', message }));
});
