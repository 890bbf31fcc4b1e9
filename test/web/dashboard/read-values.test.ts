import { expect, it } from 'vitest';
import { readValues } from '../../../src/web/dashboard/template-editor/read-values.ts';

it('reads one JSON object', () => {
  expect(readValues('{"name": "Ada"}')).toEqual({ value: { name: 'Ada' } });
});

it.each([
  ['[1]', 'the values must be one JSON object', 1],
  ['null', 'the values must be one JSON object', 1],
  ['  ', 'it is empty', 1],
  ['{\n  "name": Ada\n}', 'this is not JSON', 2],
  ['{\n  "name": "Ada",\n}', 'this is not JSON', 3],
  ['{\n  "name": "Ada"\n', 'this is not JSON', 3],
])('names the place of what is wrong in %j', (text, message, line) => {
  const { value, problem } = readValues(text);
  expect(value).toBeUndefined();
  expect(problem).toMatchObject({ message, line, fix: expect.any(String) });
});
