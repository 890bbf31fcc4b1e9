import { expect, it } from 'vitest';
import {
  describeSetList,
  readSetList,
  setNotFound,
  writeSetList,
} from '../../../src/store/templates/value-set-pins.ts';

const schema = { kind: 'schema', name: '', digest: '0' } as const;
const [first, second] = [
  { kind: 'values', name: 'a', digest: '1' },
  { kind: 'values', name: 'b', digest: '2' },
] as const;

it.each([[[first, second, schema]], [[schema, second, first]], [[second, schema, first]]])(
  'a list of values is stored by name: %j',
  (list) => {
    const column = writeSetList(list.map((one) => ({ ...one, number: 3 })));
    expect(readSetList(column)).toEqual([schema, first, second]);
    expect(column).toBe(JSON.stringify([schema, first, second]));
  },
);

it('an empty list is stored as null', () => {
  expect([writeSetList([]), readSetList(null)]).toEqual([null, []]);
});

it.each([
  [[], { sets: {}, schema: null }],
  [[first, second], { sets: { a: '1', b: '2' }, schema: null }],
  [[first, schema], { sets: { a: '1' }, schema: '0' }],
])('the digests of %j are %j', (list, digests) => {
  expect(describeSetList(writeSetList(list))).toEqual(digests);
});

it.each([
  [undefined, [first], 'the template has no schema of its values'],
  ['x', [schema], 'the template has no values "x"; it has no named values'],
  ['x', [schema, first, second], 'the template has no values "x"; it has a, b'],
])('a template does not have %j among %j', (name, list, message) => {
  expect(setNotFound(name, list)).toMatchObject({ code: 'values_not_found', message });
});
