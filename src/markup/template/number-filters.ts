import type { FilterImplOptions } from 'liquidjs';
import {
  describeValue,
  readArguments,
  readDecimal,
  readRounding,
  readTextArgument,
  readWholeArgument,
  requireValue,
} from './filter-arguments.ts';
import { findFormatter } from './find-formatter.ts';

const defaultLocale = 'en';

/** Filters that write numbers as a country does (ECMA-402 NumberFormat). A value that is missing or empty is an error. */
export const numberFilters: Record<string, FilterImplOptions> = {
  /**
   * `{{ 1234.5 | money: "EUR", "de-DE" }}` gives `1.234,50 €`. Options: `digits`, else as the currency has it,
   * and `rounding`, `half-up` (away from zero, default) or `half-even`.
   */
  money(value: unknown, ...given: unknown[]) {
    const { currency, locale, ...options } = readArguments(
      'money',
      ['currency', 'locale', 'digits', 'rounding'],
      given,
    );
    const code = readTextArgument(currency);
    if (code === undefined) throw new Error('money needs a currency, as in: money: "EUR", "de-DE"');
    if (!/^[A-Za-z]{3}$/.test(code))
      throw new Error(`${describeValue(code)} is not a currency; write one such as "EUR"`);
    return formatNumber('money', value, locale, options, { style: 'currency', currency: code });
  },
  /** `{{ 1234.5 | number: "de-DE" }}` gives `1.234,5`. Options: `digits`, else up to three, and `rounding`. */
  number(value: unknown, ...given: unknown[]) {
    const { locale, ...options } = readArguments('number', ['locale', 'digits', 'rounding'], given);
    return formatNumber('number', value, locale, options, { style: 'decimal' });
  },
  /** `{{ 0.19 | percent: "de-DE" }}` gives `19 %`: the value is a fraction. Options: `digits`, else up to two, and `rounding`. */
  percent(value: unknown, ...given: unknown[]) {
    const { locale, ...options } = readArguments('percent', ['locale', 'digits', 'rounding'], given);
    return formatNumber('percent', value, locale, options, { style: 'percent', maximumFractionDigits: 2 });
  },
};

function formatNumber(
  filter: string,
  value: unknown,
  locale: unknown,
  { digits, rounding }: { digits?: unknown; rounding?: unknown },
  base: Intl.NumberFormatOptions,
) {
  const amount = readDecimal(filter, requireValue(filter, value));
  const count = readWholeArgument('digits', digits, 0, 20);
  const options: Intl.NumberFormatOptions & { signDisplay: 'negative'; roundingMode: string } = {
    ...base,
    ...(count !== undefined && { minimumFractionDigits: count, maximumFractionDigits: count }),
    // An amount that rounds to zero has no sign.
    signDisplay: 'negative',
    roundingMode: readRounding(rounding) === 'half-even' ? 'halfEven' : 'halfExpand',
  };
  return findFormatter('number', Intl.NumberFormat, readTextArgument(locale) ?? defaultLocale, options).format(amount);
}
