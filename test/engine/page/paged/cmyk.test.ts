import { expect, test } from 'vitest';
import { writeRgb } from '../../../../src/engine/page/paged/cmyk.ts';

test.each([
  ['0 0 0 0', 'rgb(255 255 255)'],
  ['0 0 0 1', 'rgb(0 0 0)'],
  ['1 1 1 1', 'rgb(0 0 0)'],
  ['0 81% 81% 30%', 'rgb(179 34 34)'],
  ['0, 0.5, 1, 0', 'rgb(255 128 0)'],
  [' .2  0.0 1. none ', 'rgb(204 255 0)'],
  ['2 -1 0 0', 'rgb(0 255 255)'],
  ['1 0 0 0 / 50%', 'rgb(0 255 255 / 50%)'],
  ['1 0 0 0/.5', 'rgb(0 255 255 / .5)'],
])('device-cmyk(%s) is near %s', (components, rgb) => {
  expect(writeRgb(components)).toBe(rgb);
});

test.each(['', '0 0 0', '0 0 0 0 0', 'calc(1) 0 0 0', 'red', '0 0 0 0 / var(--a)', '0 0 0 0 / 1 / 2'])(
  'device-cmyk(%s) is no such colour',
  (components) => {
    expect(writeRgb(components)).toBeUndefined();
  },
);
