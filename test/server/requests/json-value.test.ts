import { expect, test } from 'vitest';
import { readJsonValue } from '../../../src/server/requests/json-value.ts';

test.each([
  ['undefined', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
])('%s is no field of an object, and null in a list', (_name, value) => {
  const { value: read } = readJsonValue({ dropped: value, list: [value, 1] });
  expect(read).toEqual({ list: [null, 1] });
  expect(Object.keys(read as object)).toEqual(['list']);
});
