import { EngineError, placeError } from '../../children/index.ts';
import type { Part, RenderRequest } from '../../contract/index.ts';
import { isNestedTooDeeply, nestingLimit } from '../../markup/index.ts';
import type { OrderedPart, PreparedPart } from './preparer.ts';
import type { RenderJob } from './render-job.ts';

/** A prepared part with its place in the document. */
export interface ReadyPart extends PreparedPart {
  /** Index of the part, from 0. */
  index: number;
  title: string | undefined;
  /** Name by which other parts link to it. */
  name: string | undefined;
}

/** Prepares all parts in their order. An error names the part and the stage. */
export async function prepareParts({ request, preparer, context, deadline }: RenderJob): Promise<ReadyPart[]> {
  const ready: ReadyPart[] = [];
  if ([request.parts].flat().every(isToc))
    throw new EngineError('invalid_request', 'Contents need another part to list.');
  for (const [index, ordered] of normaliseParts(request).entries()) {
    const { title, name } = ordered.part;
    try {
      const prepared = await deadline.race(preparer.prepare(ordered, context, deadline.signal));
      if (prepared.source.kind === 'document' && (await deadline.race(isNestedTooDeeply(prepared.source.html)))) {
        throw new EngineError('page_failed', `More than ${nestingLimit} elements are nested inside one another.`);
      }
      ready.push({ ...prepared, index, title, name });
    } catch (error) {
      throw placeError(error, { part: index, stage: deadline.stage });
    }
  }
  return ready;
}

function isToc(part: string | Part): boolean {
  return typeof part === 'object' && part.toc !== undefined;
}

/** The parts of a request in their order. A string is a web address, a single part a list of one. */
function normaliseParts({ parts, options = {} }: RenderRequest): OrderedPart[] {
  const list = Array.isArray(parts) ? parts : [parts];
  const { page_ranges: _, ...given } = options;
  // Contents list what the outline has, and merging leaves that out if the request does.
  const shared = list.some(isToc) ? { ...given, outline: true } : given;
  return list.map((item, index) => {
    const part = typeof item === 'string' ? { url: item } : item;
    const pointer = Array.isArray(parts) ? `/parts/${index}` : '/parts';
    return { part, pointer, options: { ...shared, ...part.options } };
  });
}
