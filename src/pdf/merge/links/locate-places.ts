import { asDict } from '../../objects/objects.ts';
import { listPlaces, readFragment } from '../../part/links/destinations.ts';
import { readAlone } from '../../part/merge-error.ts';
import { openPart } from '../../part/open-part.ts';
import { readBox } from '../../part/page-box.ts';

/** The pages of the named places of a PDF that Chromium printed. */
export interface PlacePages {
  /** Number of pages. */
  count: number;
  /** Index of the page that has a place, named as in a fragment of an address; undefined if there is none. */
  find(fragment: string): number | undefined;
  /**
   * CSS pixels of the layout from the top of the room for content to a place, because Chromium reckons from there and not from the edge of the
   * paper; undefined if there is none, or it names the page alone.
   */
  findTop(fragment: string): number | undefined;
}

/** Finds the pages of named places (ISO 32000-2, 12.3.2.4). Throws MergeError of part 0. */
export function locatePlaces(pdf: Uint8Array, pageLimit: number): PlacePages {
  return readAlone(() => {
    const part = openPart({ pdf, foreign: false }, 0, pageLimit);
    const indexes = new Map(part.pages.map((page, index) => [page as unknown, index]));
    const places = new Map<string, { index: number; top: number | undefined }>();
    for (const [name, [page, , , y]] of listPlaces(part)) {
      const index = indexes.get(page);
      if (index === undefined || places.has(name)) continue;
      const [, , , edge] = readBox(asDict(page));
      places.set(name, { index, top: typeof y === 'number' ? ((edge - y) * 96) / 72 : undefined });
    }
    const find = (fragment: string) => places.get(readFragment(fragment));
    return {
      count: part.pages.length,
      find: (fragment) => find(fragment)?.index,
      findTop: (fragment) => find(fragment)?.top,
    };
  });
}
