import { MergeError } from '../part/merge-error.ts';
import { keepPages, type OpenPart } from '../part/open-part.ts';
import { explainRanges, readPageRanges } from '../part/page-ranges.ts';

/**
 * Leaves out all pages of the whole document but those in the ranges, such as "2-3". Returns the parts that still have pages.
 * Throws MergeError `invalid_request` if no page stays, and `too_many_pages` if more than the limit do.
 */
export function cutDocument(parts: readonly OpenPart[], ranges: string, pageLimit: number): OpenPart[] {
  const total = parts.reduce((sum, { pages }) => sum + pages.length, 0);
  const staying = new Set(readPageRanges(ranges, total));
  if (staying.size === 0) {
    throw new MergeError('invalid_request', undefined, explainRanges('document', ranges, total));
  }
  if (staying.size > pageLimit) throw new MergeError('too_many_pages', undefined, 'The document has too many pages.');
  for (const part of parts) {
    keepPages(
      part,
      [...part.pages.keys()].filter((place) => staying.has(part.numbers[place] ?? -1)),
    );
  }
  return parts.filter(({ pages }) => pages.length > 0);
}
