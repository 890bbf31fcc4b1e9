import { describe, expect, it } from 'vitest';
import { locateJsonPath } from '../../../src/cli/files/json-path.ts';

const text = `{
  "a": {"b c": [1, {"x}": "y\\"]"}, true], "b": null},
  "list": [[], [2.5e3]],
  "a\\u0062": "last", "twice": 1, "twice": {"in": 2}
}`;

describe('the place of a value in JSON', () => {
  it.each([
    [[], '{\n'],
    [['a'], '{"b c"'],
    [['a', 'b c', '0'], '1, {'],
    [['a', 'b c', '1', 'x}'], '"y\\"]"'],
    [['a', 'b c', '2'], 'true'],
    [['a', 'b'], 'null'],
    [['list', '1', '0'], '2.5e3'],
    [['ab'], '"last"'],
    [['twice', 'in'], '2}'],
  ])('of %j is found', (path, start) => {
    expect(text.startsWith(start, locateJsonPath(text, path))).toBe(true);
  });

  it.each([
    [['a', 'missing', 'x'], ['a']],
    [['list', '7'], ['list']],
    [
      ['list', '0', '0'],
      ['list', '0'],
    ],
    [
      ['a', 'b', 'c'],
      ['a', 'b'],
    ],
  ])('of %j, which is not there, is that of %j', (path, parent) => {
    expect(locateJsonPath(text, path)).toBe(locateJsonPath(text, parent));
  });
});
