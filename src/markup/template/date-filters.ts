import { type FilterImplOptions, filters } from 'liquidjs';
import { describeValue, readArguments, readTextArgument, readValue, requireValue } from './filter-arguments.ts';
import { findFormatter } from './find-formatter.ts';
import { expandFormat } from './strftime-format.ts';

type BuiltIn = (this: unknown, value: unknown, ...given: unknown[]) => unknown;

/** The time of a render. It stays the same while a template is rendered. */
export interface TemplateClock {
  /** What `"now"` and `"today"` mean, in milliseconds since 1970. */
  now: number;
  /** The time zone in which times without one are read, and all are written. The process has the same. */
  timezone: string;
}

const iso =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:\d{2}|[+-]\d{4}|[+-]\d{2})?)?$/;
const isoDay = /^\s*(\d{4}-\d{2}-\d{2})(?=\s*$|[Tt ]\d)/;
const yearFirst = /^\s*(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![-\d])/;
/** Which of the numbers is the day, and which the month, is another thing in each country. Eight digits would be seconds. */
const unclear = /^\s*(?:\d{1,2}([-/.])\d{1,2}\1\d{2,4}(?!\d)|(?:19|20)\d{6}\s*$)/;
const named =
  /^\s*(?:[a-z]+\.?,?\s+)?(?:(\d{1,2})(?:st|nd|rd|th)?\s+[a-z]+\.?,?|[a-z]+\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?)\s+\d{4}\s*$/i;
const ordinal = /(\d)(?:st|nd|rd|th)\b/i;
const isoMonth = /^\s*\d{4}-\d{2}\s*$/;
/** A date or a month of ISO 8601 without a time: the year and the month, and the day. */
const wholeDate = /^\s*(\d{4}-\d{2})(-\d{2})?\s*$/;
const monthName = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const styles = ['full', 'long', 'medium', 'short'] as const;
const builtIn = ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'] as const;

/**
 * `date` and its siblings as Liquid has them (strftime), and `date_in` for dates in a language (ECMA-402
 * DateTimeFormat). All take their "now" and their time zone from the clock. A value that is not clearly a date is an error; nil and "" print nothing,
 * as in Liquid.
 */
export function buildDateFilters(clock: TemplateClock): Record<string, FilterImplOptions> {
  const made: Record<string, FilterImplOptions> = {};
  for (const name of builtIn) {
    const original = filters[name] as BuiltIn;
    made[name] = function (raw: unknown, ...given: unknown[]) {
      const value = readValue(raw);
      if (value === undefined) return raw;
      const moment = readLiquidMoment(name, value, clock);
      const write = (format: unknown) => original.call(this, moment, format, ...given.slice(1));
      return name === 'date' ? write(expandFormat(readValue(given[0]), write)) : original.call(this, moment, ...given);
    };
  }
  /**
   * `{{ "2024-12-31" | date_in: "de-DE", "long" }}` gives `31. Dezember 2024`. Takes ISO 8601 dates, times (of the clock's zone unless
   * they carry one) and seconds or milliseconds since 1970. Styles: full, long (default), medium, short. Options: `time` (a style;
   * no time by default) and `zone` (`"Europe/Berlin"`; that of the clock). A date without a time is the same day in every zone.
   */
  made.date_in = (raw: unknown, ...given: unknown[]) => {
    const { locale, style, time, zone } = readArguments('date_in', ['locale', 'style', 'time', 'zone'], given);
    const value = requireValue('date_in', raw);
    const { at, wholeDay } = readMoment(value, clock);
    const timeStyle = readStyle('time', time);
    const options: Intl.DateTimeFormatOptions = {
      dateStyle: readStyle('style', style) ?? 'long',
      ...(timeStyle === undefined ? {} : { timeStyle }),
      timeZone: wholeDay ? 'UTC' : readZone(zone, clock),
    };
    return findFormatter('date', Intl.DateTimeFormat, readTextArgument(locale) ?? 'en', options).format(at);
  };
  return made;
}

function readMoment(value: unknown, clock: TemplateClock): { at: number; wholeDay: boolean } {
  if (value === 'now' || value === 'today') return { at: clock.now, wholeDay: false };
  if (typeof value === 'number' && Math.abs(value) <= 8.64e15 && !isYear(value))
    return { at: readSeconds(value) * 1000, wholeDay: false };
  const [, day, time, zone] = (typeof value === 'string' ? iso.exec(value.trim()) : null) ?? [];
  const at = Date.parse(time === undefined ? `${day}` : `${day}T${time}${writeOffset(zone)}`);
  if (day === undefined || Number.isNaN(at) || !isRealDay(day)) throw refuseDate('date_in', value);
  return { at, wholeDay: time === undefined };
}

/** A value for Liquid's own filters: they take seconds, and what JavaScript reads as a date. */
function readLiquidMoment(filter: string, value: unknown, clock: TemplateClock): number | string {
  if (value === 'now' || value === 'today') return clock.now / 1000;
  const number = typeof value === 'string' && /^\d+$/.test(value) && !unclear.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Math.abs(number) <= 8.64e15 && !isYear(number)) return readSeconds(number);
  if (typeof number !== 'string' || isMisread(number)) throw refuseDate(filter, value);
  // "March 3rd, 2024": JavaScript reads the day without its ending alone.
  const text = number.replace(ordinal, '$1');
  if (Number.isNaN(Date.parse(text))) throw refuseDate(filter, value);
  // JavaScript reads "2024-12-31" as midnight in UTC, which is the day before in America.
  const [, day, month] = wholeDate.exec(text) ?? [];
  return day === undefined ? text : `${day}${month ?? '-01'}T00:00`;
}

/** Milliseconds, which JavaScript writes, are too large for seconds of any year before 5138. */
function readSeconds(value: number): number {
  return Math.abs(value) < 1e11 ? value : value / 1000;
}

/** A year by itself is no moment: as seconds it would be an hour of 1970. */
function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1000 && value <= 9999;
}

/** Whether JavaScript reads another day in a text than a person does, or a date in a text that has none, such as "Invoice 12". */
function isMisread(text: string): boolean {
  const [day = ''] = isoDay.exec(text)?.slice(1) ?? [];
  if (day !== '') return !isRealDay(day);
  const [, year, , month = '', date = ''] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return !isRealDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
  const [, before, after] = named.exec(text) ?? [];
  const written = before ?? after;
  const at = new Date(text.replace(ordinal, '$1'));
  return (
    unclear.test(text) ||
    !(isoMonth.test(text) || (monthName.test(text) && /\b\d{4}\b/.test(text))) ||
    (written !== undefined && !Number.isNaN(at.getTime()) && at.getDate() !== Number(written))
  );
}

/** Date.parse reads 2024-02-31 as the second of March. */
function isRealDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

function refuseDate(filter: string, value: unknown): Error {
  return new Error(`${filter} cannot read ${describeValue(value)} as a date; write it as in "2024-12-31"`);
}

function writeOffset(zone: string | undefined): string {
  if (zone === undefined || zone === 'Z') return zone ?? '';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

function readStyle(option: string, value: unknown): (typeof styles)[number] | undefined {
  const text = readTextArgument(value);
  if (text === undefined) return undefined;
  const style = styles.find((known) => known === text);
  if (style === undefined) throw new Error(`${option} must be full, long, medium or short, not ${describeValue(text)}`);
  return style;
}

function readZone(value: unknown, { timezone }: TemplateClock): string {
  const zone = readTextArgument(value) ?? timezone;
  try {
    findFormatter('date', Intl.DateTimeFormat, 'en', { timeZone: zone });
    return zone;
  } catch {
    throw new Error(`${describeValue(zone)} is not a time zone; write one such as "Europe/Berlin"`);
  }
}
