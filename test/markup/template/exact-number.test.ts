import { describe, expect, it } from 'vitest';
import {
  divide,
  divideWhole,
  Exact,
  ExactNumber,
  floor,
  modulo,
  readExact,
} from '../../../src/markup/template/exact-number.ts';

it.each<[string, number | string]>([
  ['0.1', 0.1],
  ['+1.10', 1.1],
  ['-0', 0],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', '9007199254740992'],
  ['12345678901234567890', '12345678901234567890'],
  ['0.1234567890123456789', '0.1234567890123456789'],
  [`0.${'1'.repeat(60)}`, `0.${'1'.repeat(60)}`],
  [`0.${'1'.repeat(61)}`, `0.${'1'.repeat(60)}`],
  [`0.${'5'.repeat(61)}`, `0.${'5'.repeat(59)}6`],
  ['1e308', '1e+308'],
  ['1e309', Number.POSITIVE_INFINITY],
  ['1e-308', 1e-308],
  ['1e-309', 0],
])('the text %s is read as %s', (text, value) => {
  const read = readExact(text);
  if (typeof value === 'number') expect(read).toBe(value);
  else expect([read instanceof ExactNumber, String(read)]).toEqual([true, value]);
});

it.each([
  ['1', '3', `0.${'3'.repeat(28)}`],
  ['2', '3', `0.${'6'.repeat(27)}7`],
  ['10', '4', '2.5'],
  ['1e30', '3', `${'3'.repeat(28)}00`],
  ['-1', '8', '-0.125'],
  ['1', '1e27', '1e-27'],
])('%s divided by %s is %s', (value, by, quotient) => {
  expect(divide(Exact(value), Exact(by)).eq(quotient)).toBe(true);
});

it.each([
  ['7', '2', '3', '1'],
  ['-7', '2', '-4', '1'],
  ['7', '-2', '-4', '-1'],
  ['-7', '-2', '3', '-1'],
  ['7.5', '2', '3', '1.5'],
  ['6', '3', '2', '0'],
  ['-6', '3', '-2', '0'],
])('%s divided by %s is the whole number %s, and %s is left', (value, by, whole, rest) => {
  expect(divideWhole(Exact(value), Exact(by)).toString()).toBe(whole);
  expect(modulo(Exact(value), Exact(by)).eq(rest)).toBe(true);
});

it.each([
  ['1.5', '1'],
  ['-1.5', '-2'],
  ['2', '2'],
  ['-2', '-2'],
  ['-0.5', '-1'],
])('the whole number below %s is %s', (value, whole) => {
  expect(floor(Exact(value)).eq(whole)).toBe(true);
});

describe('a number with many digits', () => {
  const number = readExact('12345678901234567890') as ExactNumber;
  const same = readExact('12345678901234567890');

  it.each<[string, unknown, boolean[]]>([
    ['itself', same, [true, false, true, false, true]],
    ['a smaller one', 1, [false, true, true, false, false]],
    ['a greater one', 1e30, [false, false, false, true, true]],
    ['a text of its digits', '12345678901234567890', [false, false, true, false, true]],
    ['a word', 'x', [false, false, false, false, false]],
    ['nothing', null, [false, false, false, false, false]],
  ])('compares with %s', (_what, other, expected) => {
    expect([number.equals(other), number.gt(other), number.geq(other), number.lt(other), number.leq(other)]).toEqual(
      expected,
    );
  });

  it('is printed and passed on with all of them', () => {
    expect([`${number}`, number.toString(), number.valueOf(), JSON.stringify({ number })]).toEqual([
      '12345678901234567890',
      '12345678901234567890',
      '12345678901234567890',
      '{"number":12345678901234567890}',
    ]);
    expect([Number(number), (number as unknown as number) > 5]).toEqual([Number('12345678901234567890'), true]);
  });
});
