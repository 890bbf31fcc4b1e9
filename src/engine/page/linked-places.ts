import type { Page } from './page.ts';
import { addPlaces } from './page-scripts.ts';
import { evaluateInside } from './settle-page.ts';

const mostPlaces = 10_000;

/**
 * Names of the places that documents link to, here or in one another: the fragments of all `href`, as they are written, as far as plain reading
 * finds them. Links that scripts make are not among them.
 */
export function findLinkedPlaces(documents: readonly string[]): string[] {
  const places = new Set<string>();
  for (const html of documents) {
    for (const [, double, single, bare] of html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)) {
      const place = (double ?? single ?? bare ?? '').split('#', 2)[1]?.trim().replaceAll('&amp;', '&');
      if (place && places.size < mostPlaces) places.add(place);
    }
  }
  return [...places];
}

/** Makes Chromium write these places of a page, where it has them: it writes only what the page itself links to. */
export async function keepPlaces(page: Page, places: readonly string[]): Promise<void> {
  if (places.length > 0) await evaluateInside(page, `(${addPlaces})(${JSON.stringify(places)})`);
}
