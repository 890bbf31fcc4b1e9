import type { FilterImplOptions } from 'liquidjs';
import {
  describeValue,
  readArguments,
  readDecimal,
  readTextArgument,
  readWholeArgument,
  requireValue,
} from './filter-arguments.ts';
import { findFormatter } from './find-formatter.ts';

const defaultLocale = 'en';

/** Filters that write numbers as a country does (ECMA-402 NumberFormat). A value that is missing or empty is an error. */
export const numberFilters: Record<string, FilterImplOptions> = {
  /** `{{ 1234.5 | money: "EUR", "de-DE" }}` gives `1.234,50 €`. Option: `digits`, else as the currency has it. */
  money(value: unknown, ...given: unknown[]) {
    const { currency, locale, digits } = readArguments('money', ['currency', 'locale', 'digits'], given);
    const code = readTextArgument(currency);
    if (code === undefined) throw new Error('money needs a currency, as in: money: "EUR", "de-DE"');
    if (!/^[A-Za-z]{3}$/.test(code))
      throw new Error(`${describeValue(code)} is not a currency; write one such as "EUR"`);
    return formatNumber('money', value, locale, digits, { style: 'currency', currency: code });
  },
  /** `{{ 1234.5 | number: "de-DE" }}` gives `1.234,5`. Option: `digits`, else up to three. */
  number(value: unknown, ...given: unknown[]) {
    const { locale, digits } = readArguments('number', ['locale', 'digits'], given);
    return formatNumber('number', value, locale, digits, { style: 'decimal' });
  },
  /** `{{ 0.19 | percent: "de-DE" }}` gives `19 %`: the value is a fraction. Option: `digits`, else up to two. */
  percent(value: unknown, ...given: unknown[]) {
    const { locale, digits } = readArguments('percent', ['locale', 'digits'], given);
    return formatNumber('percent', value, locale, digits, { style: 'percent', maximumFractionDigits: 2 });
  },
};

function formatNumber(
  filter: string,
  value: unknown,
  locale: unknown,
  digits: unknown,
  base: Intl.NumberFormatOptions,
) {
  const amount = readDecimal(filter, requireValue(filter, value));
  const count = readWholeArgument('digits', digits, 0, 20);
  const options = count === undefined ? base : { ...base, minimumFractionDigits: count, maximumFractionDigits: count };
  return findFormatter('number', Intl.NumberFormat, readTextArgument(locale) ?? defaultLocale, options).format(amount);
}
