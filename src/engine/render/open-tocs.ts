import type { PageSize } from '../../pdf/index.ts';
import type { PageWarning } from '../page/open/warnings.ts';
import { guessTocPages, listContentsEntries, listEntryPlaces } from './list-contents.ts';
import type { ReadyPart } from './prepare-parts.ts';
import type { RenderJob } from './render-job.ts';
import type { PrintablePart, RenderedPart } from './render-part.ts';

/** The contents pages of a document. */
interface Tocs {
  /** The indexes of all parts in the order of printing: contents last. */
  order: readonly number[];
  /** How many pages a part probably has if it is contents; undefined for other parts. */
  guess(index: number): number | undefined;
  /** Contents as a document, with their places. Waits for the other parts. */
  write(
    index: number,
    printing: readonly (Promise<RenderedPart> | undefined)[],
    measure: MeasurePart,
  ): Promise<PrintablePart & Pick<RenderedPart, 'places'>>;
  /** The indexes of parts that show other page numbers than they should, because contents have more or fewer pages than was guessed. */
  listMoved(list: readonly RenderedPart[], measure: MeasurePart): Promise<number[]>;
}

/** Measures the pages of a part. */
type MeasurePart = (part: RenderedPart) => Promise<PageSize[]>;

const empty: PageWarning = {
  code: 'toc_empty',
  detail: 'The other parts have no headings, no titles and no outlines.',
};

/** Opens the contents pages of a document. One without any costs nothing. */
export function openTocs(job: RenderJob, ready: readonly ReadyPart[]): Tocs {
  const guesses = new Map<number, number>();
  for (const [index, { source, options }] of ready.entries())
    if (source.kind === 'toc') guesses.set(index, guessTocPages(ready, options, source.depth));
  const all = [...ready.keys()];

  return {
    order: [...all.filter((index) => !guesses.has(index)), ...guesses.keys()],
    guess: (index) => guesses.get(index),
    async write(index, printing, measure) {
      const { source, ...toc } = ready[index] as ReadyPart;
      if (source.kind !== 'toc') throw new RangeError('only contents are written');
      const others = await Promise.all(all.map((each) => (guesses.has(each) ? undefined : printing[each])));
      const entries = await listContentsEntries(job, others, source.depth);
      const near = others.slice(index).find(Boolean) ?? others.findLast(Boolean);
      const { page_size, landscape } = toc.options;
      const size = page_size === undefined && landscape === undefined && near ? (await measure(near))[0] : undefined;
      const { buildContentsPage } = await import('./contents-page.ts');
      const html = buildContentsPage(entries, {
        ...source,
        size,
        options: toc.options,
        language: others.find((part) => part?.facts?.language)?.facts?.language ?? '',
        pageNumbers: [job.request.parts].flat().some((part) => typeof part === 'object' && 'markdown' in part),
      });
      const warnings = entries.length === 0 ? [empty] : [];
      return { ...toc, source: { kind: 'document', html, warnings }, places: listEntryPlaces(entries) };
    },
    async listMoved(list, measure) {
      for (const [index, guess] of guesses) {
        if ((await measure(list[index] as RenderedPart)).length === guess) continue;
        return all.filter((later) => later > index && showsPages(list[later]));
      }
      return [];
    },
  };
}

function showsPages(part: RenderedPart | undefined): boolean {
  return part?.facts?.countsPage === true || part?.labels !== undefined;
}
