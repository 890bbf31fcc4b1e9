import { describe, expect, test } from 'vitest';
import {
  type CssPart,
  collapseSpaces,
  joinStrings,
  readCssString,
  readCssValue,
  replaceFunctions,
  splitAtCommas,
} from '../../../src/injected/dom/css-values.ts';

/** Parts in short: `kind:value`, with what functions are called with. */
const write = (parts: readonly CssPart[]): string =>
  parts
    .map(({ kind, value, parts: inner }) => `${kind}:${value}${inner.length > 0 ? `[${write(inner)}]` : ''}`)
    .join(' ');

describe('a value of CSS', () => {
  test.each([
    ['a /* b */ "c" 1px', 'ident:a string:c other:1px'],
    ['Attr(x, "y")', 'function:attr[ident:x comma:, string:y]'],
    ['a(b(c) d) e', 'function:a[function:b[ident:c] ident:d] ident:e'],
    ['a((b) c) d', 'function:a[other:([ident:b] ident:c] ident:d'],
    ['a(b', 'function:a[ident:b]'],
    ['a) b', 'ident:a other:) ident:b'],
    ['"a\\"b\\41 c\\', 'string:a"bAc'],
    ['', ''],
  ])('%s has the parts %s', (css, parts) => {
    expect(write(readCssValue(css))).toBe(parts);
  });

  test('has parts with their places, and functions with all of their text', () => {
    expect(readCssValue(' a(b) c').map(({ text, start, end }) => [text, start, end])).toEqual([
      ['a(b)', 1, 5],
      ['c', 6, 7],
    ]);
    expect(readCssValue('a(b(c')[0]).toMatchObject({ text: 'a(b(c', end: 5, parts: [{ text: 'b(c', end: 5 }] });
  });

  test('is divided at its commas, not at those of functions', () => {
    expect(splitAtCommas(readCssValue('a b, c(d, e),')).map(write)).toEqual([
      'ident:a ident:b',
      'function:c[ident:d comma:, ident:e]',
      '',
    ]);
  });

  test('may have other text in place of functions, the outermost first', () => {
    const replace = (css: string) => replaceFunctions(css, ({ value }) => (value === 'a' ? 'X' : undefined));
    expect(replace('1 a(b) c(a(d) e) a(a(f)) "a(g)"')).toBe('1 X c(X e) X "a(g)"');
    expect(replace('b(c)')).toBe('b(c)');
  });
});

test.each([
  ['"a"', 'a'],
  ["'a\\'b'", "a'b"],
  ['"\\26 x"', '&x'],
  ['"\\000026x"', '&x'],
  ['"\\110000"', '\u{10ffff}'],
  ['"a\\\\b"', 'a\\b'],
])('the string %s says %s', (css, text) => {
  expect(readCssString(css)).toBe(text);
});

test('strings in a row are one text, with one space between words', () => {
  expect(joinStrings('"a  b" "c\\"d" " e "')).toBe('a bc"d e');
  expect(collapseSpaces(' a\n b ')).toBe('a b');
});
