import { EngineError, placeError } from '../engine-error.ts';
import type { PageFacts, PageNumbers } from '../page/page-facts.ts';
import type { PageSet } from '../page/page-set.ts';
import { type LivePage, type Printed, renderPage } from '../page/render-page.ts';
import type { ReadyPart } from './prepare-parts.ts';
import type { RenderJob } from './render-job.ts';
import { renderWithRetry } from './retry.ts';

/** A part as it goes into the document. */
export interface RenderedPart extends Printed, ReadyPart {
  /** The page behind it, while it is open. */
  live?: LivePage;
}

/** What the render of a part needs of the render of the whole. */
export interface PartSurroundings {
  pages: PageSet;
  /** Whether the document has more parts. */
  several: boolean;
  /** Names of the places that any part links to. */
  places: readonly string[];
  /** Which pages the part is, where it shows them. */
  numbers: (facts: PageFacts) => Promise<PageNumbers | undefined>;
}

/** Renders one part; the page behind it stays open. Errors name the part and the stage. */
export async function renderPart(
  job: RenderJob,
  ready: ReadyPart,
  { several, ...surroundings }: PartSurroundings,
): Promise<RenderedPart> {
  const { deadline } = job;
  const { source, options, index } = ready;
  try {
    if (source.kind === 'pdf') {
      return { ...ready, pdf: source.bytes, foreign: true, warnings: [], loadMs: 0, printMs: 0 };
    }
    const wantsFacts = several || hasStamp(options);
    const live = await renderWithRetry(job, (browser) =>
      renderPage(browser, { ...surroundings, source, options, deadline, wantsFacts }),
    );
    return { ...ready, ...live, live };
  } catch (error) {
    if (error instanceof EngineError) throw placeError(error, { part: index, stage: deadline.stage });
    throw error;
  }
}

/** Whether options ask for a header or a footer. */
export function hasStamp({ header = '', footer = '' }: { header?: string; footer?: string }): boolean {
  return header !== '' || footer !== '';
}
