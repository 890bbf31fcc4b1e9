import { expect, it } from 'vitest';
import { readValues } from '../../../src/web/dashboard/template-editor/read-values.ts';

it('reads one JSON object', () => {
  expect(readValues('{"name": "Ada"}')).toEqual({ value: { name: 'Ada' } });
});

it.each([
  ['[1]', 'the values must be one JSON object', 1, undefined],
  ['null', 'the values must be one JSON object', 1, undefined],
  ['  ', 'it is empty', 1, undefined],
  ['{"name": Ada}', 'this is not JSON', 1, 10],
  ['{\n  "name": Ada\n}', 'this is not JSON', 2, 11],
  ['{\n  "name": "Ada",\n}', 'this is not JSON', 3, 1],
  ['{\n  "name": "Ada"\n', 'this is not JSON', 3, 1],
])('names the place of what is wrong in %j', (text, message, line, column) => {
  const { value, problem } = readValues(text);
  expect(value).toBeUndefined();
  expect(problem).toEqual({ message, line, column, fix: expect.any(String) });
});
