import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { buildDateFilters } from '../../../src/markup/template/date-filters.ts';

const now = Date.parse('2030-05-20T22:30:00Z');
const liquid = new Liquid();
for (const [name, filter] of Object.entries(buildDateFilters({ now, timezone: 'America/New_York' })))
  liquid.registerFilter(name, filter);

/** What a filter prints for a value, or why it cannot. */
function print(filter: string, value: unknown): string {
  try {
    return liquid.parseAndRenderSync(`{{ value | ${filter} }}`, { value }).replaceAll('\u202f', ' ');
  } catch (error) {
    return (error as Error).message.replace(/, line:.*/s, '');
  }
}
const refused = /cannot read .* as a date; write it as in "2024-12-31"/;

describe('the day of', () => {
  it.each<[unknown, string]>([
    ['2024-12-31', '2024-12-31'],
    [' 2024-12-31 ', '2024-12-31'],
    ['2024-12', '2024-12-01'],
    ['2024-12-31T10:20', '2024-12-31'],
    ['2024/3/5', '2024-03-05'],
    ['2024.3.5', '2024-03-05'],
    ['March 3rd, 2024', '2024-03-03'],
    ['Sunday, March 3, 2024', '2024-03-03'],
    ['3 March 2024', '2024-03-03'],
    ['22nd of March 2024', ''],
    ['Mar 2024', '2024-03-01'],
    [null, ''],
    ['', ''],
  ])('%j is %s', (value, day) => {
    const printed = print('date: "%Y-%m-%d"', value);
    if (day === '' && value) expect(printed).toMatch(refused);
    else expect(printed).toBe(day);
  });

  it.each([
    '2024-02-31',
    '2024-13-01',
    '2023/2/29',
    '2024-2-30',
    '31.12.2024',
    '12/31/2024',
    '1-2-24',
    '20241231',
    'Feb 30, 2024',
    'February 30th, 2024',
    '31 April 2024',
    'Invoice 12',
    'May 5',
    'nonsense',
    '2024',
    2024,
    1000,
    9999,
    8.65e15,
    true,
  ])('%j is not guessed', (value) => {
    expect(print('date: "%Y-%m-%d"', value)).toMatch(refused);
  });
});

it.each<[unknown, string]>([
  [1735603200, '1735603200'],
  ['1735603200', '1735603200'],
  [1735603200000, '1735603200'],
  [99_999_999_999, '99999999999'],
  [100_000_000_000, '100000000'],
  [999, '999'],
  [10_000, '10000'],
  [-5, '-5'],
  [8.64e15, '8640000000000'],
  ['now', String(now / 1000)],
  ['today', String(now / 1000)],
])('the number %j is the second %s', (value, second) => {
  expect(print('date: "%s"', value)).toBe(second);
});

describe('a date in a language', () => {
  it.each<[unknown, string, string]>([
    ['2024-12-31', '"de-DE", "long"', '31. Dezember 2024'],
    ['2024-12-31', '"de-DE"', '31. Dezember 2024'],
    ['2024-12-31', '"en", "short"', '12/31/24'],
    ['2024-12-31', '"en", "full", zone: "Asia/Tokyo"', 'Tuesday, December 31, 2024'],
    ['2024-12-31', '"en", "long", time: "short"', 'December 31, 2024 at 12:00 AM'],
    ['2025-01-01T03:30Z', '"en"', 'December 31, 2024'],
    ['2025-01-01T03:30Z', '"en", zone: "Europe/Berlin"', 'January 1, 2025'],
    ['2024-12-31 23:30 +02:00', '"en", time: "short", zone: "UTC"', 'December 31, 2024 at 9:30 PM'],
    ['2024-12-31 23:30+0230', '"en", time: "short", zone: "UTC"', 'December 31, 2024 at 9:00 PM'],
    ['2024-12-31T23:30-02', '"en", time: "short", zone: "UTC"', 'January 1, 2025 at 1:30 AM'],
    ['2024-12-31T10:20:30.123Z', '"en", "medium", time: "medium", zone: "UTC"', 'Dec 31, 2024, 10:20:30 AM'],
    [1735603200, '"en", zone: "UTC"', 'December 31, 2024'],
    [1735603200000, '"en", zone: "UTC"', 'December 31, 2024'],
    ['now', '"en", time: "short", zone: "UTC"', 'May 20, 2030 at 10:30 PM'],
    ['today', '"en"', 'May 20, 2030'],
  ])('is written of %j with %s as %s', (value, options, text) => {
    expect(print(`date_in: ${options}`, value)).toBe(text);
  });

  it.each(['2024-02-31', '31.12.2024', '2024-12-31T25:00', '2024', 2024, 9e15, true, 'x'])(
    'is not guessed of %j',
    (value) => {
      expect(print('date_in: "en"', value)).toMatch(refused);
    },
  );

  it.each([
    ['"en", "huge"', 'style must be full, long, medium or short, not "huge"'],
    ['"en", time: "now"', 'time must be full, long, medium or short, not "now"'],
    ['"en", zone: "Berlin"', '"Berlin" is not a time zone; write one such as "Europe/Berlin"'],
  ])('is refused with %s', (options, why) => {
    expect(print(`date_in: ${options}`, '2024-12-31T00:00Z')).toContain(why);
  });
});
