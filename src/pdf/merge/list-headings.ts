import { asDict, asNumber, asString } from '../objects/objects.ts';
import { decodeTextString } from '../objects/text-string.ts';
import { Destinations } from '../part/links/destinations.ts';
import { Links } from '../part/links/links.ts';
import { readAlone } from '../part/merge-error.ts';
import type { MergePart } from '../part/merge-part.ts';
import { MergeWarnings } from '../part/merge-warnings.ts';
import { openPart } from '../part/open-part.ts';
import { type OutlineItem, readItems } from './outline.ts';

/** An entry of the outline of a part. */
export interface Heading {
  title: string;
  /** Index of its page. */
  page: number;
  /** Points from the lower edge of the page, if it says. */
  y?: number | undefined;
  kids: Heading[];
}

/** Headings of a part that are listed. */
const headingLimit = 10_000;

/**
 * The entries that a part has in the outline of the document, down to a depth. An entry that leads to no page is left out, and those below it
 * take its place. Throws MergeError of part 0.
 */
export function listHeadings(part: MergePart, depth: number, pageLimit: number): Heading[] {
  return readAlone(() => {
    const opened = openPart(part, 0, pageLimit);
    const destinations = new Destinations([opened]);
    const links = new Links([opened], destinations, new MergeWarnings());
    const pages = new Map(opened.pages.map((page, index) => [page as unknown, index]));
    let count = 0;
    const read = (items: readonly OutlineItem[], level: number): Heading[] =>
      items.flatMap(({ dict, kids }) => {
        if (level > depth || count >= headingLimit) return [];
        const target = dict.get('Dest');
        const place = Array.isArray(target) ? target : asString(target);
        const [page, kind, first, second] = (typeof place === 'string' ? destinations.findPlace(place) : place) ?? [];
        const index = pages.get(page);
        const title = decodeTextString(asString(dict.get('Title')) ?? '').trim();
        if (index === undefined || title === '') return read(kids, level);
        count += 1;
        const y = asNumber(kind === 'FitH' ? first : kind === 'XYZ' ? second : undefined);
        return [{ title, page: index, y, kids: read(kids, level + 1) }];
      });
    return read(readItems(opened, links, asDict(opened.catalog.get('StructTreeRoot')) !== undefined), 1);
  });
}
