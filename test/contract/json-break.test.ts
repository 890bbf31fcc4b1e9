import { describe, expect, it } from 'vitest';
import { findJsonBreak } from '../../src/contract/json-break.ts';

function breakOf(text: string): string {
  try {
    JSON.parse(text);
    return 'none';
  } catch (error) {
    const { line, column } = findJsonBreak(text, error as Error);
    return `${line}:${column}`;
  }
}

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a": x}', '1:7'],
    ['{\n  "a": 1,\n  "b": ?, "more": "text"\n}', '3:8'],
    ['{"a": trux}', '1:10'],
    ['{"a": [1,2,}', '1:12'],
    ['{"a": 1,}', '1:9'],
    ["{'a': 1}", '1:2'],
    ['{\n"a": "b\nc"}', '2:8'],
    ['{"a": "no end', '1:14'],
    ['{"a": [1, {"b": 2}', '1:19'],
    ['', '1:1'],
    ['{"a": 1} x', '1:10'],
  ])('%j breaks at %s', (text, place) => {
    expect(breakOf(text)).toBe(place);
  });
});
