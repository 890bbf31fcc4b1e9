import type { Part, RenderRequest } from '../../contract/index.ts';
import type { PageOptions } from '../page/page-settings.ts';

/** One part with the options that hold for it. */
export interface OrderedPart {
  part: Part;
  options: PageOptions;
}

/** The parts of a request in their order: a string stands for a web address, one part for a list of one. */
export function normaliseParts({ parts, options = {} }: RenderRequest): OrderedPart[] {
  const list = Array.isArray(parts) ? parts : [parts];
  return list.map((one) => {
    const part: Part = typeof one === 'string' ? { url: one } : one;
    return { part, options: { ...options, ...part.options } };
  });
}
