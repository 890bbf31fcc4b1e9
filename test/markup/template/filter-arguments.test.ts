import { describe, expect, it } from 'vitest';
import {
  describeValue,
  readArguments,
  readDecimal,
  readRounding,
  readTextArgument,
  readValue,
  readWholeArgument,
  refuseRounded,
  requireValue,
} from '../../../src/markup/template/filter-arguments.ts';

describe('the arguments of a filter', () => {
  const read = (...given: unknown[]) => readArguments('money', ['currency', 'locale'], given);

  it.each<[given: unknown[], read: object]>([
    [[], {}],
    [['EUR'], { currency: 'EUR' }],
    [['EUR', 'de'], { currency: 'EUR', locale: 'de' }],
    [[['locale', 'de']], { locale: 'de' }],
    [[['locale', 'de'], 'EUR'], { currency: 'EUR', locale: 'de' }],
    [['', 'de'], { currency: undefined, locale: 'de' }],
    [[['locale', null]], { locale: undefined }],
    [[[1, 2]], { currency: [1, 2] }],
    [[['a', 'b', 'c']], { currency: ['a', 'b', 'c'] }],
  ])('are read by place and by name: %j', (given, expected) => {
    expect(read(...given)).toEqual(expected);
  });

  it.each<[given: unknown[], message: string]>([
    [['EUR', 'de', 1], 'money takes at most 2 values: currency, locale'],
    [[['local', 'de']], 'money has no option "local"; did you mean "locale"?'],
    [[['zzzzzz', 1]], 'money has no option "zzzzzz"; it takes currency, locale'],
  ])('are refused: %j', (given, message) => {
    expect(() => read(...given)).toThrow(new Error(message));
  });
});

it.each([
  [null, undefined],
  ['', undefined],
  [undefined, undefined],
  [0, 0],
  [false, false],
  [' ', ' '],
])('reads %j as %j', (given, value) => {
  expect(readValue(given)).toBe(value);
});

it('requires a value', () => {
  expect(requireValue('money', 0)).toBe(0);
  for (const empty of [null, '', undefined])
    expect(() => requireValue('money', empty)).toThrow(
      new Error('money has no value; if that is allowed, wrap it in "if", or give it a "default"'),
    );
});

it('reads texts and numbers as texts, and refuses others', () => {
  expect([undefined, 'a', 1.5].map(readTextArgument)).toEqual([undefined, 'a', '1.5']);
  expect(() => readTextArgument(true)).toThrow(new Error('a text is expected, not true'));
  expect(() => readTextArgument(['a'])).toThrow(new Error('a text is expected, not a list'));
});

describe('a whole number', () => {
  it.each([
    [undefined, undefined],
    [2, 2],
    [5, 5],
    ['3', 3],
  ])('is read from %j', (given, number) => {
    expect(readWholeArgument('margin', given, 2, 5)).toBe(number);
  });

  it.each([
    [1, '1'],
    [6, '6'],
    [2.5, '2.5'],
    ['a', '"a"'],
    [true, 'true'],
  ])('is within its bounds, not %j', (given, shown) => {
    expect(() => readWholeArgument('margin', given, 2, 5)).toThrow(
      new Error(`margin must be a whole number from 2 to 5, not ${shown}`),
    );
  });

  it('is not true even if 1 is allowed', () => {
    expect(readWholeArgument('margin', 1, 1, 5)).toBe(1);
    expect(() => readWholeArgument('margin', true, 1, 5)).toThrow('not true');
  });
});

it('rounds halves up unless the even neighbour is asked for', () => {
  expect([undefined, 'half-up', 'half-even'].map(readRounding)).toEqual(['half-up', 'half-up', 'half-even']);
  expect(() => readRounding('down')).toThrow(new Error('rounding must be half-up or half-even, not "down"'));
});

describe('a decimal number', () => {
  it.each([
    [1.5, '1.5'],
    [-2, '-2'],
    ['1.50', '1.50'],
    [' +1.5 ', '1.5'],
    ['-.5', '-.5'],
    ['1.', '1.'],
    ['12e3', '12e3'],
    ['1E-3', '1E-3'],
    ['9'.repeat(100), '9'.repeat(100)],
    ['9007199254740993', '9007199254740993'],
  ])('is read from %j', (given, digits) => {
    expect(readDecimal('money', given)).toBe(digits);
  });

  it.each([
    ['1,5', '"1,5"'],
    ['', '""'],
    ['.', '"."'],
    ['a1', '"a1"'],
    ['1a', '"1a"'],
    ['1e1234', '"1e1234"'],
    ['1e999', '"1e999"'],
    ['9'.repeat(101), `"${'9'.repeat(56)}...`],
    [Number.NaN, 'null'],
    [Number.POSITIVE_INFINITY, 'null'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
    [{}, 'an object'],
  ])('is not read from %j', (given, shown) => {
    expect(() => readDecimal('money', given)).toThrow(new Error(`money needs a number such as 1234.5, not ${shown}`));
  });

  it('is not read from a whole number that may be rounded', () => {
    expect(readDecimal('money', 9007199254740991)).toBe('9007199254740991');
    expect(() => readDecimal('money', 9007199254740992)).toThrow(
      new Error(
        'money is given 9007199254740992, and whole numbers beyond 9007199254740991 are rounded; a text keeps its digits: write it in quotes',
      ),
    );
    expect(() => refuseRounded('a', -9007199254740992)).toThrow('a -9007199254740992, and');
    for (const fine of [1.5, '9007199254740993', null, -9007199254740991]) refuseRounded('a', fine);
  });
});

it.each<[value: unknown, text: string]>([
  [[1], 'a list'],
  [{ a: 1 }, 'an object'],
  [null, 'null'],
  [undefined, 'undefined'],
  ['a"b', '"a\\"b"'],
  ['x'.repeat(58), `"${'x'.repeat(58)}"`],
  ['x'.repeat(59), `"${'x'.repeat(56)}...`],
])('describes %j shortly', (value, text) => {
  expect(describeValue(value)).toBe(text);
});
