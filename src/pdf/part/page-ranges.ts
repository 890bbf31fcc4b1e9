/**
 * The pages that a text such as "1-3, 5-" names, as indexes from 0 in rising order. Pages beyond the last are left out.
 * Undefined if the text is no list of ranges.
 */
export function readPageRanges(text: string, pages: number): number[] | undefined {
  const kept = new Set<number>();
  for (const piece of text.split(',')) {
    const found = /^\s*(\d{1,9})\s*(-\s*(\d{0,9}))?\s*$/.exec(piece);
    if (found === null) return undefined;
    const first = Number(found[1]);
    const last = found[2] === undefined ? first : found[3] ? Number(found[3]) : pages;
    for (let page = Math.max(1, first); page <= Math.min(last, pages); page++) kept.add(page - 1);
  }
  return [...kept].sort((a, b) => a - b);
}

/** Says that ranges name no page of a PDF or of the whole document. */
export function explainRanges(what: 'PDF' | 'document', ranges: string | undefined, pages: number): string {
  return `The ${what} has ${pages === 1 ? '1 page' : `${pages} pages`}, and page_ranges "${ranges}" names none of them.`;
}
