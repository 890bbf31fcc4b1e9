import { expect, it } from 'vitest';
import { flattenFields } from '../../../../src/cli/render/jobs/form-rows.ts';

it.each<[Record<string, unknown>, Record<string, unknown>]>([
  [{}, {}],
  [
    { name: 'a', age: 3, isNew: true, note: null },
    { name: 'a', age: 3, isNew: true, note: null },
  ],
  [{ to: { name: 'a', at: { city: 'b' } } }, { 'to.name': 'a', 'to.at.city': 'b' }],
  [{ days: ['Mo', 2, null] }, { days: ['Mo', '2', 'null'] }],
  [{ days: [] }, { days: [] }],
  [{ rows: [{ a: 1 }, 'x'] }, { 'rows.0.a': 1, 'rows.1': 'x' }],
  [{ to: {} }, {}],
])('the values %j fill the fields %j', (values, fields) => {
  expect(flattenFields(values)).toEqual(fields);
});
