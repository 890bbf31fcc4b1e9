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

test.each([
  ['texts', { a: 'b', 'ü"': 'line\n', list: ['', 'x'] }],
  ['numbers and words', { a: 1.5, b: -0.25, c: true, d: false, e: null, list: [1, 2] }],
  [
    'bytes of each length',
    { none: new Uint8Array(0), one: Buffer.from('a'), two: Buffer.from('ab'), three: Buffer.from('abc') },
  ],
])('the size of a body is that of its JSON: %s', (_name, value) => {
  const json = JSON.stringify(value, (_key, field) =>
    field?.type === 'Buffer' ? Buffer.from(field.data).toString('base64') : field instanceof Uint8Array ? '' : field,
  );
  expect(readJsonValue(value).bytes).toBe(Buffer.byteLength(json));
});
