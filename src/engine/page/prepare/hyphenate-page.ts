import type { HyphenatedLanguage, HyphenCount, HyphenPatterns } from '../../../injected/calls.ts';
import type { Page } from '../open/page.ts';
import { findLanguagePatterns, needsNoPatterns } from './find-patterns.ts';
import { readPatterns } from './read-patterns.ts';

/** What became of a page that asks for hyphens. */
export interface Hyphenated extends HyphenCount {
  /** Languages without patterns, with the first element that has text in them. */
  unhyphenated: Omit<HyphenatedLanguage, 'isKnown'>[];
}

/**
 * Does what `hyphens: auto` asks for (CSS Text 4, section 6.1), which the bundled browser cannot: sets soft hyphens into the
 * words of a page, by the patterns of their language. The work is done in the process of the page, so that no text holds up others.
 */
export async function hyphenatePage(page: Page): Promise<Hyphenated> {
  const wanted = await page.call('findHyphenatedLanguages');
  const unhyphenated: Hyphenated['unhyphenated'] = [];
  const languages: Record<string, HyphenPatterns> = {};
  for (const { language, element, isKnown } of wanted) {
    if (isKnown || needsNoPatterns(language)) continue;
    const found = findLanguagePatterns(language);
    const patterns = found && (await readPatterns(found.name));
    if (found === undefined || patterns === undefined) unhyphenated.push({ language, element });
    else {
      const { left, right } = found;
      languages[language] = { ...patterns, left, right, language: language.split(/[-_]/)[0] ?? '' };
    }
  }
  if (Object.keys(languages).length === 0) return { isHyphenated: false, isAll: true, unhyphenated };
  return { ...(await page.call('setHyphens', languages)), unhyphenated };
}
