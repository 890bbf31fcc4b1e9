import { expect, test } from 'vitest';
import { walkJson } from '../../src/contract/index.ts';

/** What a walk reports, as words; it ends behind `last` of them. */
function walk(json: string, last = Number.POSITIVE_INFINITY): string[] {
  const seen: string[] = [];
  const add = (word: string) => seen.push(word) >= last;
  walkJson(json, {
    visitString: (at, end) => add(json.slice(at, end + 1)),
    visitNumber: (at, end) => add(json.slice(at, end)),
    openContainer: (isList) => add(isList ? '[' : '{'),
    closeContainer: () => void add('}'),
    visitComma: () => add(','),
  });
  return seen;
}

test('reports strings, numbers and containers in their order', () => {
  expect(walk('{"a": [1, -2.5e+3, true], "b\\"]": "{"}')).toEqual([
    '{',
    '"a"',
    '[',
    '1',
    ',',
    '-2.5e+3',
    ',',
    '}',
    ',',
    '"b\\"]"',
    '"{"',
    '}',
  ]);
});

test('takes a backslash before the last quote for one that is escaped itself', () => {
  expect(walk('["\\\\", 1]')).toEqual(['[', '"\\\\"', ',', '1', '}']);
});

test('ends where a function says so', () => {
  expect(walk('[1, 2, 3]', 2)).toEqual(['[', '1']);
});

test.each([
  ['', []],
  ['"open', ['"open']],
  ['"open\\', ['"open\\']],
  ['-', ['-']],
  ['1e', ['1e']],
  [']]', ['}', '}']],
])('takes %j, which is no JSON', (json, seen) => {
  expect(walk(json)).toEqual(seen);
});
