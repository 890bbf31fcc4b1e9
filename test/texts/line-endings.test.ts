import { describe, expect, it } from 'vitest';
import { chooseEnding, unifyEndings, withEndingsOf } from '../../src/texts/line-endings.ts';

const unix = 'a\nb\n';
const windows = 'a\r\nb\r\n';
const mixed = 'a\nb\r\n';

describe('the line break of a merged text', () => {
  it.each<[string, string | undefined, string, string, string | undefined]>([
    ['of all', unix, unix, unix, '\n'],
    ['of all', windows, windows, windows, '\r\n'],
    ['that I changed to', unix, windows, unix, '\r\n'],
    ['that they changed to', unix, unix, windows, '\r\n'],
    ['that they changed to', windows, windows, unix, '\n'],
    ['of mine if both changed', 'a', windows, unix, '\r\n'],
    ['of mine without a base', undefined, unix, windows, '\n'],
    ['of theirs if mine has one line', undefined, 'a', windows, '\r\n'],
    ['of the base if both have one line', windows, 'a', 'b', '\r\n'],
    ['of mine if theirs lost its lines', windows, windows, 'a', '\r\n'],
    ['of Unix if all have one line', 'a', 'b', 'c', '\n'],
    ['of each line if the base has both', mixed, unix, unix, undefined],
    ['of each line if mine has both', unix, mixed, unix, undefined],
    ['of each line if theirs has both', unix, unix, mixed, undefined],
  ])('is that %s: %j %j %j', (_, base, mine, theirs, ending) => {
    expect(chooseEnding(base, mine, theirs)).toBe(ending);
  });
});

it.each([
  [unix, windows, windows],
  [windows, unix, windows],
  [unix, 'a', unix],
  [unix, mixed, unix],
])('%j made from %j is written as %j', (text, origin, written) => {
  expect(withEndingsOf(text, origin)).toBe(written);
});

it('all line breaks become one kind', () => {
  expect(unifyEndings(mixed, '\n')).toBe(unix);
  expect(unifyEndings(mixed, '\r\n')).toBe(windows);
});
