import { readPageRanges } from './page-ranges.ts';

/** The pages of a document that an overlay is drawn on. */
interface OverlayPages {
  /** Their indexes, from 0. */
  pages: number[];
  /** Whether the ranges name a page beyond the last. */
  isBeyond: boolean;
}

/**
 * Reads "first", "last", "odd", "even" or ranges such as "2-4, 7-". Without a text it is all pages. A range without an end may begin
 * beyond the last page. Undefined for any other text.
 */
export function readOverlayPages(text: string | undefined, count: number): OverlayPages | undefined {
  const all = Array.from({ length: count }, (_, index) => index);
  const named: Record<string, number[]> = {
    first: all.slice(0, 1),
    last: all.slice(-1),
    odd: all.filter((index) => index % 2 === 0),
    even: all.filter((index) => index % 2 === 1),
  };
  if (text === undefined) return { pages: all, isBeyond: false };
  const known = Object.hasOwn(named, text) ? named[text] : undefined;
  if (known !== undefined) return { pages: known, isBeyond: false };
  const pages = readPageRanges(text, count);
  const ends = text.split(',').map((range) => Number(/(\d+)\s*$/.exec(range)?.[1] ?? 0));
  return pages && { pages, isBeyond: ends.some((end) => end > count) };
}
