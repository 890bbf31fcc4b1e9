// Building a formatter costs far more than using it, and an invoice uses the same one in every row.
const limit = 100;
const cache = new Map<string, unknown>();

/** The formatter for these settings, made once. A locale, currency or zone that does not exist is an error by name. */
export function findFormatter<F, O extends object>(
  kind: string,
  Formatter: { new (locale: string, options: O): F; supportedLocalesOf(locale: string): string[] },
  locale: string,
  options: O,
): F {
  const key = JSON.stringify([kind, locale, options]);
  const known = cache.get(key);
  if (known !== undefined) return known as F;
  const made = new Formatter(checkLocale(locale, Formatter), options);
  if (cache.size >= limit) cache.clear();
  cache.set(key, made);
  return made;
}

/** The locale, if there is one of that name: Intl takes any word of up to eight letters for a language, and then writes English. */
function checkLocale(
  locale: string,
  { supportedLocalesOf }: Pick<typeof Intl.NumberFormat, 'supportedLocalesOf'>,
): string {
  try {
    const [known] = supportedLocalesOf(locale);
    if (known !== undefined) return known;
  } catch {
    // Not of the form of a locale at all.
  }
  throw new Error(`${JSON.stringify(locale.slice(0, 40))} is not a locale; write one such as "en-GB" or "de-DE"`);
}
