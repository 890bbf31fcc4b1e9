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
])('%i in %s is %s', (number, style, text) => {
  expect(formatCounter(number, style)).toBe(text);
});
