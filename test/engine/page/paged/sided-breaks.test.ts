import { expect, test } from 'vitest';
import { placeBlanks } from '../../../../src/engine/page/paged/sided-breaks.ts';
import type { SidedBreak } from '../../../../src/injected/calls.ts';

const pages: Record<string, number> = { a: 0, b: 1, c: 2, d: 3 };

/** Breaks such as `b odd`. */
const read = (text: string): SidedBreak[] =>
  text.split(', ').map((part) => {
    const [place = '', side, start] = part.split(' ');
    return { place, isOdd: side === 'odd', isStart: start === 'start' } as SidedBreak;
  });

test.each([
  ['b odd', '', 0, 'b'],
  ['b even', '', 0, ''],
  ['c odd', '', 0, ''],
  ['c even', '', 0, 'c'],
  ['b odd', '', 1, ''],
  // The first moves the second.
  ['b odd, c even', '', 0, 'b'],
  ['b odd, d even', '', 0, 'b, d'],
  // With the blank page before it, it is on the third page.
  ['c odd', 'c', 0, 'c'],
  ['c even', 'c', 0, ''],
  ['c even, d odd', 'c', 0, ''],
  ['c even, d even', 'c', 0, 'd'],
  ['a even start', '', 0, ''],
  ['a even start', '', 2, 'a'],
  ['unknown even', '', 0, ''],
])(
  'of %s, with blank pages before "%s" and %i pages before, blank pages come before "%s"',
  (breaks, had, before, needed) => {
    const blanks = new Set(had === '' ? [] : had.split(', '));
    expect([...placeBlanks(read(breaks), (place) => pages[place], blanks, before)].join(', ')).toBe(needed);
  },
);
