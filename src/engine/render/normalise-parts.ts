import type { Part, RenderRequest } from '../../contract/index.ts';
import type { PageOptions } from '../page/page-settings.ts';

/** A part with its own options and those of the request, but for the pages of the whole document to keep. */
export interface OrderedPart {
  part: Part;
  options: PageOptions;
}

/** The parts of a request in their order. A string is a web address, a single part a list of one. */
export function normaliseParts({ parts, options = {} }: RenderRequest): OrderedPart[] {
  const { page_ranges: _, ...shared } = options;
  const list = Array.isArray(parts) ? parts : [parts];
  return list.map((item) => {
    const part: Part = typeof item === 'string' ? { url: item } : item;
    return { part, options: { ...shared, ...part.options } };
  });
}
