import { findLanguagesScript, setHyphensScript } from '../hyphenation/hyphenate-script.ts';
import { evaluateInside } from '../open/evaluate-inside.ts';
import type { Page } from '../open/page.ts';
import { findLanguagePatterns, needsNoPatterns } from './find-patterns.ts';
import { readPatterns } from './read-patterns.ts';

/** A language of text that asks for hyphens. */
interface WantedLanguage {
  /** Its tag; empty where the text names none. */
  language: string;
  /** The first element with such text. */
  element: string;
  /** Whether the browser has patterns for it. */
  isKnown: boolean;
}

/** What became of a page that asks for hyphens. */
export interface Hyphenated {
  /** Whether words have soft hyphens now. */
  isHyphenated: boolean;
  /** Whether all text was looked at. */
  isAll: boolean;
  /** Languages without patterns, with the first element that has text in them. */
  unhyphenated: Omit<WantedLanguage, 'isKnown'>[];
}

/**
 * Does what `hyphens: auto` asks for (CSS Text 4, section 6.1), which the browser that comes along cannot: sets soft hyphens into the
 * words of a page, by the patterns of their language. The work is done in the process of the page, so that no text holds up others.
 */
export async function hyphenatePage(page: Page): Promise<Hyphenated> {
  const wanted = await evaluateInside<WantedLanguage[]>(page, `(${findLanguagesScript})()`);
  const unhyphenated: Hyphenated['unhyphenated'] = [];
  const languages: Record<string, object> = {};
  for (const { language, element, isKnown } of wanted) {
    if (isKnown || needsNoPatterns(language)) continue;
    const found = findLanguagePatterns(language);
    const patterns = found && (await readPatterns(found.name));
    if (patterns === undefined) unhyphenated.push({ language, element });
    else languages[language] = { ...patterns, ...found, language: language.split(/[-_]/)[0] };
  }
  if (Object.keys(languages).length === 0) return { isHyphenated: false, isAll: true, unhyphenated };
  type Set = Pick<Hyphenated, 'isHyphenated' | 'isAll'>;
  const set = await evaluateInside<Set>(page, `(${setHyphensScript})(${JSON.stringify(languages)})`);
  return { ...set, unhyphenated };
}
