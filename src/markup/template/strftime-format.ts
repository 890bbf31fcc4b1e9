import { describeValue, readTextArgument } from './filter-arguments.ts';

/** Directives of strftime that Liquid lacks and that others make up (ISO C, 7.29.3.5). */
const composed: Record<string, string> = {
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  T: '%H:%M:%S',
  v: '%e-%^b-%Y',
};
const directive = /%([-_0^#:]*)(\d*)([EO]?)(.)/gs;
/** Directives of Liquid itself. */
const known = 'aAbBcCdeHIjklLmMNpPqsSuUwWxXyYzZhtn%';

/**
 * A format for Liquid's `date`, which lacks `%D %F %R %r %T %v` and the ISO week (`%G %g %V`), and prints what it does not know.
 * `write` formats the date at hand. An unknown directive is an error.
 */
export function expandFormat(format: unknown, write: (format: string) => unknown): unknown {
  const text = readTextArgument(format);
  return text?.replace(directive, (whole: string, flags: string, width: string, _modifier: string, name: string) => {
    if (known.includes(name)) return whole;
    const made = composed[name] ?? writeIsoWeek(name, write, flags.includes('-'));
    if (made === undefined) throw new Error(`date has no directive ${describeValue(whole)}; "%%" is a percent sign`);
    const filler = flags.includes('_') ? ' ' : '0';
    return /\d$/.test(made) ? made.padStart(Number(width), filler) : made;
  });
}

/** The year or the week of ISO 8601, which begin on the Monday of the week with the first Thursday. */
function writeIsoWeek(name: string, write: (format: string) => unknown, plain: boolean): string | undefined {
  if (name !== 'G' && name !== 'g' && name !== 'V') return undefined;
  const [year = 0, month = 1, day = 1, weekday = 1] = String(write('%Y %m %d %u')).split(' ').map(Number);
  const thursday = new Date(Date.UTC(year, month - 1, day + 4 - weekday));
  const isoYear = thursday.getUTCFullYear();
  if (name === 'G') return String(isoYear).padStart(plain ? 1 : 4, '0');
  const week = Math.floor((thursday.getTime() - Date.UTC(isoYear, 0, 1)) / 604_800_000) + 1;
  return String(name === 'g' ? isoYear % 100 : week).padStart(plain ? 1 : 2, '0');
}
