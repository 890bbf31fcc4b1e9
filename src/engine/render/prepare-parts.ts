import { EngineError, placeError } from '../engine-error.ts';
import { normaliseParts } from './normalise-parts.ts';
import type { PreparedPart } from './preparer.ts';
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
  for (const [index, ordered] of normaliseParts(request).entries()) {
    const { title, name } = ordered.part;
    try {
      const prepared = await deadline.race(preparer.prepare(ordered, context, deadline.signal));
      ready.push({ ...prepared, index, title, name });
    } catch (error) {
      if (error instanceof EngineError) throw placeError(error, { part: index, stage: deadline.stage });
      throw error;
    }
  }
  return ready;
}
