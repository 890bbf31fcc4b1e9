import { measurePages, type PageSize } from '../../pdf/index.ts';
import type { PageSet } from '../page/open/page-set.ts';
import { buildWarnings, type PageWarning } from '../page/open/warnings.ts';
import { findLinkedPlaces } from '../page/prepare/linked-places.ts';
import type { PageFacts, PageNumbers } from '../page/prepare/page-facts.ts';
import type { FindPage } from '../page/print/page-texts.ts';
import type { Reprinted } from '../page/printed.ts';
import { reportIgnored } from './ignored-options.ts';
import { countOn, locateLinked } from './locate-linked.ts';
import { checkForeignPart, mergeForeignPart } from './merge-parts.ts';
import { openTocs } from './open-tocs.ts';
import { prepareParts, type ReadyPart } from './prepare-parts.ts';
import { measureStage, type RenderJob } from './render-job.ts';
import { type PrintablePart, type RenderedPart, renderPart } from './render-part.ts';
import { isDeath } from './retry.ts';
import { workSideBySide } from './side-by-side.ts';

/**
 * Limits of what is kept open until all parts are printed: pages that have a process each, pages of documents in which nothing can act,
 * which share one, and characters of these. A part beyond them is loaded again.
 */
const openLimit = 8;
const sharedLimit = 200;
const sharedTextLimit = 5_000_000;

/** Rounds in which parts are printed with the numbers of all others, as these change how many pages there are. */
const roundLimit = 2;

/** Limit of pages to measure. Merging refuses far fewer, and names the part. */
const measureLimit = 100_000;

/** The printed parts of a document, in order. */
export interface RenderedParts {
  list: RenderedPart[];
  /** Measures the pages of a part, once. */
  measure(part: RenderedPart): Promise<PageSize[]>;
}

/**
 * Renders the parts side by side, as slots are free, and contents once all others are printed. Page counters in margin boxes count through the
 * whole document: each part starts where the one before it ends, so a part that shows its page numbers is printed once those before it are. A
 * part that shows the total or places of other parts is printed again once all are there, and does not wait for its numbers before.
 */
export async function renderParts(job: RenderJob, pages: PageSet): Promise<RenderedParts> {
  const ready = await measureStage(job, { stage: 'prepare' }, () => prepareParts(job));
  const several = ready.length > 1;
  const hasPdf = job.request.overlays?.some(({ pdf }) => pdf !== undefined);
  if (hasPdf || ready.some(({ source }) => source.kind === 'pdf')) job.merger.expectForeign();
  const linked = findLinkedPlaces([...(several ? listDocuments(ready) : []), ...listStamps(ready)]);
  const list: RenderedPart[] = [];
  const printing: Promise<RenderedPart>[] = [];
  const tocs = openTocs(job, ready);
  const waiting = new Set<RenderedPart>();
  const hasRoom = ({ live, source }: RenderedPart) => {
    const shared = [...waiting].filter((part) => part.live?.isStatic);
    if (!live?.isStatic || source.kind !== 'document') return waiting.size - shared.length < openLimit;
    return shared.length < sharedLimit && countText([...shared, { source }]) <= sharedTextLimit;
  };
  const measure = measureOnce(job);

  const countBefore = async (index: number) => {
    let before = 0;
    let number = 0;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const guess = list[earlier] === undefined ? tocs.guess(earlier) : undefined;
      const part = list[earlier] ?? (guess === undefined ? await printing[earlier] : undefined);
      const length = guess ?? (await measure(part as RenderedPart)).length;
      before += length;
      number = part === undefined ? number + length : countOn(number, part, length);
    }
    return { before, number };
  };
  const render = async (
    index: number,
    findPage: FindPage | undefined,
    { known, stopped, isDraft = false }: Pass = {},
  ) => {
    const numbers = async ({ countsPage, countsPages }: PageFacts): Promise<PageNumbers | undefined> => {
      if (!several || !(countsPage || countsPages)) return undefined;
      return known ?? countBefore(index);
    };
    const deadline = stopped ? job.deadline.fork(stopped) : job.deadline;
    const next = tocs.guess(index) === undefined ? ready[index] : await tocs.write(index, printing, measure);
    return renderPart({ ...job, deadline }, next as PrintablePart, {
      places: linked.places,
      pages,
      mayBeNumbered: several,
      hasContents: ready.some(({ source }) => source.kind === 'toc'),
      numbers,
      findPage,
      isDraft,
      located: list[index]?.located,
    });
  };
  const renumber = async (index: number, known: PageNumbers, findPage: FindPage, stopped: AbortSignal) => {
    const part = list[index] as RenderedPart;
    const stage = { stage: 'print', part: part.index } as const;
    const again = waiting.delete(part) && (await measureStage(job, stage, () => reprint(part, known, findPage)));
    const numbered = again ? { ...part, ...again } : await render(index, findPage, { known, stopped });
    numbered.live?.close();
    list[index] = numbered;
    return (await measure(numbered)).length !== (await measure(part)).length;
  };
  const renumberAll = async () => {
    for (let round = 1, first = list.length; ; round += 1) {
      const counts: number[] = [];
      for (const part of list) counts.push((await measure(part)).length);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const findLinked = locateLinked([...list], counts);
      const indexes = [...list.keys()].filter((index) => {
        const part = list[index] as RenderedPart;
        return needsWhole(part) || (index > first && part.facts?.countsPage === true);
      });
      const places = await Promise.all(indexes.map(countBefore));
      // The numbers themselves may make a part longer.
      const grows = await workSideBySide(indexes.length, job.acquireSpareSlot, (place, stopped) => {
        const index = indexes[place] as number;
        const known = { ...(places[place] as PageNumbers), total };
        return renumber(index, known, findLinked(list[index] as RenderedPart), stopped);
      });
      const grown = indexes.filter((_, place) => grows[place]);
      if (grown.length > 0 && round < roundLimit) {
        first = grown[0] as number;
        continue;
      }
      for (const index of grown) list[index]?.warnings.push(stillGrowing);
      for (const part of list) reportLost(part, findLinked(part));
      return;
    }
  };

  const { onProgress } = job.context;
  const tellProgress = async () => {
    if (onProgress === undefined) return;
    // The list has holes while later parts are printed before earlier ones.
    const done = list.filter(Boolean);
    const printed = done.filter(({ foreign }) => !foreign);
    // Measuring reads the whole part, and a single one is measured when it is merged.
    const sizes = several ? await Promise.all(printed.map(measure)) : [];
    const pages = sizes.reduce((sum, part) => sum + part.length, 0);
    onProgress({ parts: ready.length, parts_done: done.length, pages });
  };

  if (several) for (const part of ready) await checkForeignPart(job, part);
  await tellProgress();
  try {
    const print = async (index: number, stopped?: AbortSignal) => {
      const part = await render(index, several ? guessPage : undefined, { stopped, isDraft: several });
      list[index]?.live?.close();
      list[index] = part;
      if (several && needsWhole(part) && hasRoom(part)) {
        waiting.add(part);
        part.live?.park();
      } else part.live?.close();
      await tellProgress();
      return part;
    };
    if (several) {
      await workSideBySide(ready.length, job.acquireSpareSlot, (place, stopped) => {
        const index = tocs.order[place] as number;
        const part = print(index, stopped);
        printing[index] = part;
        return part;
      });
      for (const index of await tocs.listMoved(list, measure)) {
        const part = list[index] as RenderedPart;
        if (part.isUnnumbered) continue;
        waiting.delete(part);
        await print(index);
      }
    } else await print(0);
    if (several && list.some(needsWhole)) await renumberAll();
    else for (const part of list) reportLost(part);
    list[0]?.warnings.push(...linked.warnings);
    reportIgnored(job.request, list);
    return { list, measure };
  } finally {
    for (const part of list) part?.live?.close();
  }
}

/** What a part is printed with the second time, and what stops it the first time. */
interface Pass {
  /** The numbers of its pages, once all parts are there. */
  known?: PageNumbers;
  stopped?: AbortSignal | undefined;
  /** Whether it is printed again, if it shows places of other parts. */
  isDraft?: boolean;
}

/** Whether a part shows what is known once all parts are printed: how many pages there are, or on which a place of another is. */
function needsWhole(part: RenderedPart): boolean {
  return part.facts?.countsPages === true || part.elsewhere !== undefined;
}

/** Warns of places whose page number the part should show, and that are nowhere in the document. */
function reportLost({ elsewhere = [], origin, warnings: found }: RenderedPart, findPage?: FindPage): void {
  const warnings = buildWarnings(origin);
  for (const url of elsewhere) {
    if (findPage?.(url) !== undefined) continue;
    warnings.add('link_dropped', `a page number is missing: there is no target ${warnings.clean(url)}`);
  }
  found.push(...warnings.list);
}

/** A placeholder for the number of a page until all parts are printed: as wide as most. */
const guessPage: FindPage = () => ({ number: 88, style: 'decimal' });

const stillGrowing: PageWarning = {
  code: 'still_moving',
  detail: 'Its page numbers change how many pages it has, and those of later parts may be wrong.',
};

/** Prints an open page again. Undefined if the page has died: then its part is loaded again. */
async function reprint(
  { live }: RenderedPart,
  numbers: PageNumbers,
  findPage: FindPage,
): Promise<Reprinted | undefined> {
  try {
    return await live?.reprint(numbers, findPage);
  } catch (error) {
    if (isDeath(error)) return undefined;
    throw error;
  }
}

/** Characters of documents. */
function countText(parts: readonly Pick<RenderedPart, 'source'>[]): number {
  return listDocuments(parts).reduce((sum, html) => sum + html.length, 0);
}

function listDocuments(ready: readonly Pick<ReadyPart, 'source'>[]): string[] {
  return ready.flatMap(({ source }) => (source.kind === 'document' ? [source.html] : []));
}

/** The headers and footers, which are printed apart from what they link to. */
function listStamps(ready: readonly ReadyPart[]): string[] {
  return ready.flatMap(({ options: { header = '', footer = '' } }) => [header, footer]);
}

/** Measures each part once. */
function measureOnce(job: RenderJob): RenderedParts['measure'] {
  const sizes = new Map<RenderedPart, Promise<PageSize[]>>();
  const measure = async (part: RenderedPart) => {
    const pdf = part.foreign ? await mergeForeignPart(job, part) : part.pdf;
    const { sizes, trimmed } = part;
    return measurePages({ pdf, foreign: false, ...(sizes && { sizes }), ...(trimmed && { trimmed }) }, measureLimit);
  };
  return (part) => {
    const known = sizes.get(part) ?? measure(part);
    sizes.set(part, known);
    return known;
  };
}
