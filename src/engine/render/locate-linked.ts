import { readPageAddress } from '../../browser/index.ts';
import {
  findByPath,
  locatePlaces,
  normalizePath,
  type PlacePages,
  readPlaceIndex,
  tryDecode,
} from '../../pdf/index.ts';
import type { PageLabel } from '../page/paged/page-labels.ts';
import type { FindPage } from '../page/print/page-texts.ts';
import type { RenderedPart } from './render-part.ts';

/** Pages of a part to look through. Merging refuses far fewer, and names the part. */
const pageLimit = 100_000;

/** The number of the last page of a part with this many pages; `before` is the last number of the part before it. */
export function countOn(before: number, part: RenderedPart, pages: number): number {
  return labelAfter(before, part)?.at(-1)?.number ?? before + pages;
}

/** The labels of the pages of a part after a number. */
function labelAfter(before: number, { labels, relabel }: RenderedPart): PageLabel[] | undefined {
  return relabel?.(before) ?? labels;
}

/**
 * Finds the numbers of the pages that addresses in its parts lead to, as merging finds where links lead. `counts` are the pages
 * of each part.
 */
export function locateLinked(parts: readonly RenderedPart[], counts: readonly number[]) {
  const starts: number[] = [];
  const labels: (PageLabel[] | undefined)[] = [];
  let last = 0;
  for (const [index, part] of parts.entries()) {
    starts.push(last);
    labels.push(labelAfter(last, part));
    last = countOn(last, part, counts[index] ?? 0);
  }
  const known = new Map<RenderedPart, PlacePages>();
  const placesOf = (part: RenderedPart) => {
    const places = known.get(part) ?? locatePlaces(part.pdf, pageLimit);
    known.set(part, places);
    return places;
  };
  const labelOf = (part: RenderedPart, page = 0): PageLabel => {
    const index = parts.indexOf(part);
    return labels[index]?.[page] ?? { number: (starts[index] ?? 0) + page + 1, style: 'decimal' };
  };
  const findPlace = (part: RenderedPart, fragment: string) =>
    part.foreign || fragment === '' ? undefined : placesOf(part).find(fragment);

  function findAnywhere(fragment: string): PageLabel | undefined {
    for (const part of parts) {
      const page = findPlace(part, fragment);
      if (page !== undefined) return labelOf(part, page);
    }
    return undefined;
  }

  /** The page that an address below the made-up host of a part leads to. */
  return (from: RenderedPart): FindPage =>
    (address) => {
      if (from.origin === undefined) return undefined;
      const url = readPageAddress(address);
      if (url === undefined) return undefined;
      const place = from.places?.[readPlaceIndex(url.pathname) ?? -1];
      const owner = parts[place?.part ?? -1];
      if (place !== undefined) return owner && labelOf(owner, place.page);
      const fragment = url.hash.slice(1);
      const path = normalizePath(tryDecode(url.pathname));
      if (path === '') return findAnywhere(fragment);
      const ownNames = from.name === undefined ? [] : [normalizePath(from.name)];
      const linked = findByPath(ownNames, path, (name) =>
        ownNames.includes(name)
          ? from
          : parts.find((part) => part.name !== undefined && normalizePath(part.name) === name),
      );
      if (linked === undefined) return undefined;
      const page = findPlace(linked, fragment);
      // A link to another part at least leads to its start.
      return page === undefined && linked === from && fragment !== '' ? undefined : labelOf(linked, page);
    };
}
