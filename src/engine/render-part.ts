import { EngineError, placeError } from './engine-error.ts';
import type { OrderedPart } from './normalise-parts.ts';
import type { PreparedPart } from './prepare-part.ts';
import type { RenderJob } from './render.ts';
import { type Printed, renderPage } from './render-page.ts';
import { renderWithRetry } from './render-with-retry.ts';
import type { WayOut } from './way-out.ts';

/** A part as it goes into the document. */
export interface RenderedPart extends Printed, Omit<PreparedPart, 'source'> {
  title: string | undefined;
}

/** Renders one part. Errors name the part and the stage. `closing` is given the end of each page that was opened. */
export async function renderPart(
  job: RenderJob,
  ordered: OrderedPart,
  index: number,
  wayOut: WayOut,
  closing: (end: Promise<void>) => void,
): Promise<RenderedPart> {
  const { deadline, context } = job;
  try {
    const { source, ...prepared } = await deadline.race(job.preparer.prepare(ordered, context, deadline.signal));
    const printed =
      source.kind === 'pdf'
        ? { pdf: source.bytes, foreign: true, warnings: [], loadMs: 0, printMs: 0 }
        : await renderWithRetry(job, (browser) =>
            renderPage(browser, source, prepared.options, wayOut, deadline, closing),
          );
    return { ...prepared, ...printed, title: ordered.part.title };
  } catch (error) {
    if (error instanceof EngineError) throw placeError(error, { part: index, stage: deadline.stage });
    throw error;
  }
}
