import { buildWarnings, type PageWarning } from '../warnings.ts';

/** What a page has that is not on its paper. */
interface PagedFaults {
  /** What does nothing. */
  vain: readonly string[];
  /** Page counters outside of margin boxes. */
  uncounted: readonly string[];
  /** Breaks that ask for a side of the sheet. */
  sided: readonly string[];
  /** Rules that ask for hyphens that the browser cannot set. */
  unhyphenated: readonly { selector: string; languages: string[] }[];
  /** Boxes that scroll, and how much of them is shown. */
  cut: readonly string[];
  /** Whether the numbers in the text are those of the pages. */
  isSettled: boolean;
}

/** Warnings of CSS that does nothing on paper or something else, of content that is cut off, and of page numbers that never came to rest. */
export function describePaged(
  { vain, uncounted, sided, unhyphenated, cut, isSettled }: PagedFaults,
  origin: string | undefined,
): readonly PageWarning[] {
  const warnings = buildWarnings(origin);
  for (const text of vain) warnings.add('css_ignored', `${warnings.clean(text)} has no effect.`);
  for (const text of uncounted)
    warnings.add('css_ignored', `${warnings.clean(text)} is 0: pages are counted in the margin boxes of @page.`);
  for (const text of sided)
    warnings.add('css_ignored', `${warnings.clean(text)} starts the next page, whichever side it is on.`);
  for (const { selector, languages } of unhyphenated) {
    const rule = warnings.clean(`hyphens: auto (${selector})`);
    const named = warnings.clean(languages.map((language) => `"${language}"`).join(', '));
    warnings.add('css_ignored', `${rule} breaks no words: the browser does not know how in ${named}.`);
  }
  for (const text of cut) warnings.add('content_cut', `${warnings.clean(text)}: paper does not scroll.`);
  if (!isSettled)
    warnings.add('still_moving', 'The page numbers in the text move what they name, and some may be wrong.');
  return warnings.list;
}
