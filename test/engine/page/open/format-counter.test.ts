import { expect, test } from 'vitest';
import { formatCounter } from '../../../../src/engine/page/open/format-counter.ts';

test.each([
  [4, 'decimal', '4'],
  [4, 'decimal-leading-zero', '04'],
  [1994, 'lower-roman', 'mcmxciv'],
  [4000, 'upper-roman', '4000'],
  [26, 'lower-alpha', 'z'],
  [27, 'upper-latin', 'AA'],
  [703, 'lower-latin', 'aaa'],
  [9, 'my-own', '9'],
  [9, 'constructor', '9'],
])('%i in %s is %s', (number, style, text) => {
  expect(formatCounter(number, style)).toBe(text);
});

/** Reads a Roman number: a digit before a larger one is taken away. */
function readRoman(text: string): number {
  const values = [...text].map((digit) => ({ i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 })[digit] ?? Number.NaN);
  return values.reduce((sum, value, index) => ((values[index + 1] ?? 0) > value ? sum - value : sum + value), 0);
}

test('Roman numbers from 1 to 3999 mean what they are, each digit at most three times', () => {
  for (let number = 1; number < 4000; number += 1) {
    const roman = formatCounter(number, 'lower-roman');
    expect([readRoman(roman), /(.)\1{3}/.test(roman)]).toEqual([number, false]);
    expect(formatCounter(number, 'upper-roman')).toBe(roman.toUpperCase());
  }
});

test.each([0, -1, -26])('%i is in digits in any style', (number) => {
  for (const style of ['lower-roman', 'upper-alpha', 'decimal-leading-zero', 'decimal'])
    expect(formatCounter(number, style)).toBe(String(number));
});

test.each([
  [1, 'a'],
  [25, 'y'],
  [26, 'z'],
  [27, 'aa'],
  [52, 'az'],
  [53, 'ba'],
  [702, 'zz'],
  [703, 'aaa'],
])('the letters of %i are %s', (number, text) => {
  expect(formatCounter(number, 'lower-alpha')).toBe(text);
  expect(formatCounter(number, 'upper-latin')).toBe(text.toUpperCase());
});
