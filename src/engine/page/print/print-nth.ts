import { replacePages } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import type { PageKind } from '../paged/page-numbers.ts';
import { printPage } from './print-page.ts';

/** Prints of pages in other styles. */
const variantLimit = 20;

/** The pages of a document, and the rules for `:nth()` that select them. */
interface StyledPages {
  kinds: readonly PageKind[];
  /** Their names for each page; see selectNth. */
  nth: readonly (readonly string[])[];
  /** Indexes of the pages that the PDF has. */
  kept: readonly number[];
}

/**
 * Prints the pages that `:nth()` selects again, in their own styles, instead of those in a PDF of the same pages.
 */
export async function printNth(
  page: Page,
  options: PageOptions,
  pdf: Uint8Array,
  { kinds, nth, kept }: StyledPages,
): Promise<{ pdf: Uint8Array; warnings: readonly PageWarning[] }> {
  const { add, list } = buildWarnings();
  const pages = kept.map((index, place) => ({
    index,
    place,
    names: nth[index] ?? [],
    pseudo: kinds[index]?.pseudo ?? '',
  }));
  const variants = Map.groupBy(
    pages.filter(({ names }) => names.length > 0),
    ({ names, pseudo }) => [pseudo, ...names].join(' '),
  );
  if (variants.size > variantLimit)
    add('css_ignored', `@page :nth() styles pages in only ${variantLimit} different ways.`);
  const printed: { pdf: Uint8Array; places: number[] }[] = [];
  for (const alike of [...variants.values()].slice(0, variantLimit)) {
    const [{ names, pseudo }] = alike as [(typeof alike)[number]];
    await page.call('applyNth', names, pseudo);
    const page_ranges = alike.map(({ index }) => index + 1).join();
    const variant = await printPage(page, { ...options, page_ranges });
    printed.push({ pdf: variant, places: alike.map(({ place }) => place) });
  }
  if (printed.length === 0) return { pdf, warnings: list };
  await page.call('applyNth', [], '');
  const { pdf: whole, missed } = replacePages(pdf, printed);
  if (missed.length > 0) {
    const numbers = missed.map((place) => (kept[place] ?? 0) + 1).join(', ');
    add('css_ignored', `@page :nth() has no effect on pages ${numbers}: their content is in another order.`);
  }
  return { pdf: whole, warnings: list };
}
