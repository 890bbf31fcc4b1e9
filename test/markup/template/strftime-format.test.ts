import { describe, expect, it } from 'vitest';
import { expandFormat } from '../../../src/markup/template/strftime-format.ts';

/** A format for a day, as `YYYY-MM-DD`. */
function expand(format: unknown, day: string): unknown {
  const date = new Date(`${day}T00:00:00Z`);
  const [year = '', month, dayOfMonth] = day.split(/(?<=\d)-/);
  const weekday = date.getUTCDay() || 7;
  return expandFormat(format, (asked) => {
    expect(asked).toBe('%Y %m %d %u');
    return `${year} ${month} ${dayOfMonth} ${weekday}`;
  });
}

describe('formats of dates', () => {
  it.each([
    ['%D', '%m/%d/%y'],
    ['%F', '%Y-%m-%d'],
    ['%R', '%H:%M'],
    ['%r', '%I:%M:%S %p'],
    ['%T', '%H:%M:%S'],
    ['%v', '%e-%^b-%Y'],
    ['at %R on %F', 'at %H:%M on %Y-%m-%d'],
  ])('%s stands for %s', (short, long) => {
    expect(expand(short, '2026-11-27')).toBe(long);
  });

  it.each(['%Y', '%-d', '%_5H', '%^a', '%:z', '%Ex', '%%', 'no directive', '100%'])(
    '%s is left to Liquid',
    (format) => {
      expect(expand(format, '2026-11-27')).toBe(format);
    },
  );

  it('is the one of Liquid where none is given', () => {
    expect(expand(undefined, '2026-11-27')).toBeUndefined();
  });

  it.each([
    ['%Q', '%Q'],
    ['a %i', '%i'],
    ['%-5f', '%-5f'],
  ])('%s is refused', (format, directive) => {
    expect(() => expand(format, '2026-11-27')).toThrow(`date has no directive "${directive}"; "%%" is a percent sign`);
  });

  it.each([
    ['2021-01-03', '%G %g %V', '2020 20 53'],
    ['2021-01-04', '%G %g %V', '2021 21 01'],
    ['2024-12-29', '%G-W%V', '2024-W52'],
    ['2024-12-30', '%G-W%V', '2025-W01'],
    ['2005-01-01', '%-V %-g', '53 4'],
    ['2005-01-10', '%-V %-g %g', '2 5 05'],
    ['2000-12-31', '%g', '00'],
    ['0999-06-15', '%G %-G', '0999 999'],
    ['2021-01-04', '%5V %_5V %6G', '00001    01 002021'],
  ])('the week of %s as %s is %s', (day, format, text) => {
    expect(expand(format, day)).toBe(text);
  });

  it('has the weeks of ISO 8601 on every day of ten years', () => {
    const days = Array.from({ length: 10 * 365 }, (_, index) => new Date(Date.UTC(2000, 0, 1 + index)));
    // Counted on, Monday by Monday: 2000-01-01 is the Saturday of week 52 of 1999.
    let [year, week] = [1999, 52];
    const expected = days.map((day) => {
      if (day.getUTCDay() === 1) {
        week++;
        const thursday = new Date(day.getTime() + 3 * 86_400_000);
        if (thursday.getUTCFullYear() !== year) [year, week] = [thursday.getUTCFullYear(), 1];
      }
      return `${year}-${String(week).padStart(2, '0')}`;
    });
    expect(days.map((day) => expand('%G-%V', day.toISOString().slice(0, 10)))).toEqual(expected);
  });
});
