import { readPlace } from '../../browser/index.ts';
import { placeError } from '../../children/index.ts';
import type { PageRequest } from '../../contract/index.ts';
import type { PartPlace, PlacePages } from '../../pdf/index.ts';
import { hasCookies } from '../page/load/page-credentials.ts';
import type { PageSet } from '../page/open/page-set.ts';
import type { PageFacts, PageNumbers } from '../page/prepare/page-facts.ts';
import type { FindPage } from '../page/print/page-texts.ts';
import type { LivePage, Printed } from '../page/printed.ts';
import { renderPage } from '../page/render-page.ts';
import type { ReadyPart } from './prepare-parts.ts';
import type { RenderJob } from './render-job.ts';
import { renderWithRetry } from './retry.ts';

/** A printed part of the document. */
export interface RenderedPart extends Printed, PrintablePart {
  /** Its page, while that is open. */
  live?: LivePage;
  /** The places that the entries of a contents page lead to. */
  places?: readonly PartPlace[];
}

/** A part that can be printed: contents are a document by then. */
export type PrintablePart = ReadyPart & { source: Exclude<ReadyPart['source'], { kind: 'toc' }> };

/** What a part needs to know of the whole document. */
interface DocumentContext {
  pages: PageSet;
  /** Whether the document has more than one part. */
  mayBeNumbered: boolean;
  /** Whether one of the parts lists the contents of others. */
  hasContents: boolean;
  /** Names of the places that the parts link to. */
  places: readonly string[];
  /** Finds the page numbers of the part, if it shows them. */
  numbers: (facts: PageFacts) => Promise<PageNumbers | undefined>;
  /** Finds the pages of places of other parts. */
  findPage: FindPage | undefined;
  /** Whether the part is printed again, if it shows places of other parts. */
  isDraft: boolean;
  /** The pages of its places in an earlier print. */
  located: PlacePages | undefined;
}

/** Renders a part and leaves its page open. An error names the part and the stage. */
export async function renderPart(
  job: RenderJob,
  ready: PrintablePart,
  { hasContents, ...shared }: DocumentContext,
): Promise<RenderedPart> {
  const { deadline } = job;
  const { source, index } = ready;
  const { onStage } = job.context;
  let own: PageSet | undefined;
  const startedAt = performance.now();
  // No standard permits a glyph that is not there (ISO 19005-2, 6.2.11.8; ISO 14289-1, 7.21.8).
  const options = job.conformance ? { ...ready.options, on_missing_glyph: 'fail' as const } : ready.options;
  try {
    if (source.kind === 'pdf') {
      return { ...ready, pdf: source.bytes, foreign: true, warnings: [], loadMs: 0, printMs: 0 };
    }
    // What is read out wants to know the language of the page as well.
    const isReadAloud = job.conformance?.pdfUa !== undefined || job.conformance?.pdfA?.level === 'A';
    const wantsFacts = hasContents || hasStamp(options) || isReadAloud;
    const { context, preparer } = job;
    const convertMarkdown = (text: string) => preparer.convertMarkdown(text, options, context, deadline.signal);
    const bound = source.kind === 'address' ? readBound(source.url, source.request) : undefined;
    own = bound && (await job.openBoundPages(bound));
    const pages = own ?? shared.pages;
    const print = (by: RenderJob) =>
      renderWithRetry(by, (browser) =>
        renderPage(browser, { ...shared, pages, source, options, deadline, wantsFacts, isReadAloud, convertMarkdown }),
      );
    let opened = await print(job);
    if (opened.lacksWebgl && job.webglSupervisor) {
      opened.close();
      opened = await print({ ...job, supervisor: job.webglSupervisor });
    }
    const live = own === undefined ? opened : closeWith(opened, own);
    const endedAt = performance.now();
    const loadedAt = endedAt - live.printMs;
    onStage?.({ stage: 'load', part: index, startedAt, endedAt: loadedAt });
    if (!live.foreign) onStage?.({ stage: 'print', part: index, startedAt: loadedAt, endedAt });
    return { ...ready, ...live, ...live.replaced, live };
  } catch (error) {
    await own?.close();
    const stage = deadline.stage === 'print' ? 'print' : 'load';
    onStage?.({ stage, part: index, startedAt, endedAt: performance.now(), error });
    throw placeError(error, { part: index, stage: deadline.stage });
  }
}

/** The host and the port that a part with cookies is bound to. */
function readBound(url: string, request: PageRequest | undefined) {
  return request !== undefined && hasCookies(url, request) ? readPlace(url) : undefined;
}

/** A page that closes its own pages with it. */
function closeWith(live: LivePage, own: PageSet): LivePage {
  const close = () => {
    live.close();
    own.close().catch(() => undefined);
  };
  return { ...live, close };
}

/** Whether options ask for a header or a footer. */
export function hasStamp({ header = '', footer = '' }: { header?: string; footer?: string }): boolean {
  return header !== '' || footer !== '';
}
