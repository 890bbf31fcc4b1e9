/** The patterns of a language, and how many letters it leaves on a line at least. */
export interface LanguagePatterns {
  /** Their name in hyph-utf8. */
  name: string;
  /** Letters before the first and after the last hyphen of a word ("hyphenmins" of hyph-utf8). Two at least (CSS Text 4, section 6.3.2). */
  left: number;
  right: number;
}

/** Languages whose patterns have the name of their tag. */
const ownNames = new Set(
  'af be bg ca cy da es et fi fr ga gl hr hu is it ka la lt nb nl nn oc pl pt rm ru sl sv tk tr uk'.split(' '),
);

/** Larger countries with British spelling (CLDR, parent locale en-001). */
const britishRegions = /^(gb|ie|au|nz|za|in|sg|hk|mt|ng|ke|001|150)$/;

/** Languages whose patterns need three letters at the end of a word. */
const longEnds = new Set(['cy', 'en', 'et', 'fr', 'ga', 'pt']);

/** Languages that break lines between any characters, or never inside of words. */
const unhyphenated = /^(ja|zh|yue|ko|th|lo|km|my|bo|ar|fa|ur|ps|sd|ug|he|yi|vi)(-|$)/i;

/** Whether text in a language goes without hyphens, so that nothing is missing if it has none. */
export function needsNoPatterns(tag: string): boolean {
  return unhyphenated.test(tag);
}

/** Finds the patterns for a language tag (RFC 5646); undefined if there are none. */
export function findLanguagePatterns(tag: string): LanguagePatterns | undefined {
  const [language = '', ...rest] = tag.toLowerCase().split(/[-_]/);
  const name = nameOf(language, rest);
  return name === undefined ? undefined : { name, left: 2, right: longEnds.has(language) ? 3 : 2 };
}

function nameOf(language: string, rest: readonly string[]): string | undefined {
  const isLatin = rest.includes('latn');
  if (ownNames.has(language)) return language;
  if (language === 'no') return 'nb';
  if (language === 'de') return rest.includes('1901') ? 'de-1901' : 'de-1996';
  if (language === 'en') return rest.some((part) => britishRegions.test(part)) ? 'en-gb' : 'en-us';
  if (language === 'el') return 'el-monoton';
  if (language === 'sr') return isLatin ? 'sh-latn' : 'sh-cyrl';
  if (language === 'bs' || language === 'sh') return rest.includes('cyrl') ? 'sh-cyrl' : 'sh-latn';
  return language === 'mn' && !rest.includes('mong') ? 'mn-cyrl' : undefined;
}
