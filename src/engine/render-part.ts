import type { Part } from '../contract/index.ts';
import { EngineError, placeError } from './engine-error.ts';
import type { OrderedPart } from './normalise-parts.ts';
import type { RenderJob } from './render.ts';
import { type PageSource, type Printed, renderPage } from './render-page.ts';
import { renderWithRetry } from './render-with-retry.ts';
import type { WayOut } from './way-out.ts';

/** Renders one part. Errors name the part and the stage. `closing` is given the end of each page that was opened. */
export async function renderPart(
  job: RenderJob,
  { part, options }: OrderedPart,
  index: number,
  wayOut: WayOut,
  closing: (end: Promise<void>) => void,
): Promise<Printed> {
  const { deadline } = job;
  try {
    if (part.pdf !== undefined) return takePdf(part.pdf);
    const source = await chooseSource(part);
    return await renderWithRetry(job, (browser) => renderPage(browser, source, options, wayOut, deadline, closing));
  } catch (error) {
    if (error instanceof EngineError) throw placeError(error, { part: index, stage: deadline.stage });
    throw error;
  }
}

function takePdf(base64: string): Printed {
  return { pdf: Buffer.from(base64, 'base64'), foreign: true, warnings: [], loadMs: 0, printMs: 0 };
}

async function chooseSource(part: Part): Promise<PageSource> {
  if (part.html !== undefined) return { kind: 'document', html: part.html, assets: part.assets };
  if (part.url !== undefined) return { kind: 'address', url: part.url };
  const form = part.markdown === undefined ? 'template' : 'markdown';
  throw new EngineError('invalid_request', `Parts of the form ${form} are not supported yet.`);
}
