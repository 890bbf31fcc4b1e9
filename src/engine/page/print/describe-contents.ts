import type { PagedPage } from '../../../injected/calls.ts';

/** From how many on the pages of a document take long to print. */
const manyLimit = 2000;

/**
 * What takes long to print, in words: Chromium looks for each place that a link leads to on each page, and platen links to the places of
 * entries and texts. Undefined if there is not much of anything.
 */
export function describeContents(links: number, paged?: PagedPage): string | undefined {
  const counts: Record<string, number> = {
    links,
    'entries in the outline (bookmark-level)': paged?.bookmarks?.length ?? 0,
    'named strings (string-set)': paged?.strings.length ?? 0,
    'texts of places (target-counter(), target-text())': paged?.targets.length ?? 0,
    'footnotes (float: footnote)': paged?.notes.count ?? 0,
    'running elements (position: running())': paged?.running.elements.length ?? 0,
    'leaders (leader())': paged?.leaders.length ?? 0,
  };
  const many = Object.entries(counts).filter(([, count]) => count >= manyLimit);
  const words = many.map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  return words.length === 0 ? undefined : new Intl.ListFormat('en').format(words);
}
