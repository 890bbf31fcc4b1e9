import { measurePages, type PageSize } from '../merge/merge.ts';
import { findLinkedPlaces } from '../page/linked-places.ts';
import type { PageFacts, PageNumbers } from '../page/page-facts.ts';
import type { PageSet } from '../page/page-set.ts';
import { measureStage } from './measure-stage.ts';
import { checkForeignPart, mergeForeignPart } from './merge-parts.ts';
import { prepareParts, type ReadyPart } from './prepare-parts.ts';
import type { RenderJob } from './render-job.ts';
import { type RenderedPart, renderPart } from './render-part.ts';
import { isDeath } from './retry.ts';

/** Limit of pages kept open until the total is known. A part beyond it is loaded again. */
const openLimit = 8;

/** Limit of pages to measure. Merging refuses far fewer, and names the part. */
const measureLimit = 100_000;

/** The printed parts of a document, in order. */
export interface RenderedParts {
  list: RenderedPart[];
  /** Measures the pages of a part, once. */
  measure(part: RenderedPart): Promise<PageSize[]>;
}

/**
 * Renders the parts in their order. Page counters in margin boxes count through the whole document: each part starts where
 * the one before it ends. A part that shows the total is printed again once that is known.
 */
export async function renderParts(job: RenderJob, pages: PageSet): Promise<RenderedParts> {
  const ready = await measureStage(job, { stage: 'prepare' }, () => prepareParts(job));
  const several = ready.length > 1;
  const places = several ? findLinkedPlaces(listDocuments(ready)) : [];
  const list: RenderedPart[] = [];
  const waiting = new Set<RenderedPart>();
  const measure = measureOnce(job);

  const countBefore = async (index: number) => {
    let count = 0;
    for (const part of list.slice(0, index)) count += (await measure(part)).length;
    return count;
  };
  const render = (index: number, total?: number) => {
    const numbers = async ({ countsPage, countsPages }: PageFacts): Promise<PageNumbers | undefined> => {
      if (!several || !(countsPage || countsPages)) return undefined;
      return { before: await countBefore(index), ...(total !== undefined && { total }) };
    };
    return renderPart(job, ready[index] as ReadyPart, { places, pages, several, numbers });
  };
  const renumber = async (part: RenderedPart, index: number, total: number) => {
    const reprinted =
      waiting.has(part) && (await measureStage(job, { stage: 'print', part: part.index }, () => reprint(part, total)));
    if (reprinted) {
      part.pdf = reprinted;
      part.live?.close();
      return;
    }
    const again = await render(index, total);
    again.live?.close();
    list[index] = again;
  };

  const { onProgress } = job.context;
  const tellProgress = async () => {
    if (onProgress === undefined) return;
    const own = list.filter(({ foreign }) => !foreign);
    // Measuring reads the whole part, and a single one is measured when it is merged.
    const sizes = several ? await Promise.all(own.map(measure)) : [];
    const pages = sizes.reduce((sum, part) => sum + part.length, 0);
    onProgress({ parts: ready.length, parts_done: list.length, pages });
  };

  if (several) for (const part of ready) await checkForeignPart(job, part);
  await tellProgress();
  try {
    for (const index of ready.keys()) {
      const part = await render(index);
      list.push(part);
      if (several && part.facts?.countsPages && waiting.size < openLimit) waiting.add(part);
      else part.live?.close();
      await tellProgress();
    }
    if (several && list.some(({ facts }) => facts?.countsPages)) {
      const total = await countBefore(list.length);
      for (const [index, part] of list.entries()) if (part.facts?.countsPages) await renumber(part, index, total);
    }
    return { list, measure };
  } finally {
    for (const { live } of list) live?.close();
  }
}

/** Prints an open page again. Undefined if the page has died: then its part is loaded again. */
async function reprint({ live }: RenderedPart, total: number): Promise<Uint8Array | undefined> {
  try {
    return await live?.reprint({ before: 0, total });
  } catch (error) {
    if (isDeath(error)) return undefined;
    throw error;
  }
}

function listDocuments(ready: readonly ReadyPart[]): string[] {
  return ready.flatMap(({ source }) => (source.kind === 'document' ? [source.html] : []));
}

/** Measures each part once. */
function measureOnce(job: RenderJob): RenderedParts['measure'] {
  const sizes = new Map<RenderedPart, PageSize[]>();
  return async (part) => {
    const known = sizes.get(part);
    if (known !== undefined) return known;
    const pdf = part.foreign ? await mergeForeignPart(job, part) : part.pdf;
    const measured = measurePages({ pdf, foreign: false, ...(part.sizes && { sizes: part.sizes }) }, measureLimit);
    sizes.set(part, measured);
    return measured;
  };
}
