import { expect, it } from 'vitest';
import { locateValue } from '../../../src/web/dashboard/template-editor/values/locate-value.ts';

const text = '{\n  "a": 1,\n  "lines": [\n    { "price": 2 },\n    { "p\\u0072ice": "x" }\n  ]\n}\n';

it.each([
  [[], 1, 1],
  [['a'], 2, 8],
  [['lines', '0', 'price'], 4, 16],
  [['lines', '1', 'price'], 5, 21],
  // What is missing is where it would be.
  [['lines', '1', 'name'], 5, 5],
  [['lines', '7'], 3, 12],
  [['customer', 'name'], 1, 1],
])('finds %j', (path, line, column) => {
  expect(locateValue(text, path)).toEqual({ line, column });
});

it('finds the innermost value that is there, and the start of what is no JSON', () => {
  expect(locateValue('{"a": {"b": 1}}', ['a', 'b', 'c'])).toEqual({ line: 1, column: 13 });
  expect(locateValue('', ['a'])).toEqual({ line: 1, column: 1 });
  expect(locateValue('{"a": ', ['b', 'c'])).toEqual({ line: 1, column: 1 });
});
