import type { Page } from '../open/page.ts';
import type { PageWarning } from '../open/warnings.ts';

const placeLimit = 10_000;

/** Places that documents link to. */
export interface LinkedPlaces {
  places: string[];
  /** A warning if there are more than are looked for. */
  warnings: PageWarning[];
}

/**
 * The places that documents link to, here or in one another: the fragments of all `href` in their text, as written. Scripts
 * may add more.
 */
export function findLinkedPlaces(documents: readonly string[]): LinkedPlaces {
  const places = new Set<string>();
  for (const html of documents) {
    for (const [, double, single, bare] of html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)) {
      const place = (double ?? single ?? bare ?? '').split('#', 2)[1]?.trim().replaceAll('&amp;', '&');
      if (place && places.size <= placeLimit) places.add(place);
    }
  }
  if (places.size <= placeLimit) return { places: [...places], warnings: [] };
  const detail = `Only the first ${placeLimit.toLocaleString('en')} places that links name are looked for.`;
  return { places: [...places].slice(0, placeLimit), warnings: [{ code: 'link_dropped', detail }] };
}

/** Makes Chromium write these places of a page as destinations. By itself it writes only those that the page links to. */
export async function keepPlaces(page: Page, places: readonly string[]): Promise<void> {
  if (places.length > 0) await page.call('addPlaces', places);
}
