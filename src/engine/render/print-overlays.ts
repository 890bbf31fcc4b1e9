import { EngineError, refuseField } from '../../children/index.ts';
import type { PageOverlay } from '../../contract/index.ts';
import { type OverlayPdf, openPrinted, type PageSize } from '../../pdf/index.ts';
import type { Page } from '../page/open/page.ts';
import type { PageSet } from '../page/open/page-set.ts';
import { type PageOptions, toInches } from '../page/open/page-settings.ts';
import { renderPage } from '../page/render-page.ts';
import { buildOverlaySource, chooseFit, type OverlaySource, refuseImage } from './overlay-source.ts';
import { readBytes } from './read-bytes.ts';
import { measureStage, type RenderJob } from './render-job.ts';
import type { RenderedParts } from './render-parts.ts';
import { renderWithRetry } from './retry.ts';

/** The overlays of a request as the merger draws them. */
interface PrintedOverlays {
  list: OverlayPdf[];
  printMs: number;
}

/** Page sizes for which an overlay is printed. Pages of other sizes get the closest one, scaled. */
const sizeLimit = 8;

/** Reads the PDFs among the overlays of a request, and prints the others. Its warnings are those of the first part. */
export async function printOverlays(
  { job, pages }: { job: RenderJob; pages: PageSet },
  parts: RenderedParts,
): Promise<PrintedOverlays> {
  const start = performance.now();
  const list: OverlayPdf[] = [];
  let sizes: Promise<PageSize[]> | undefined;
  for (const [index, overlay] of (job.request.overlays ?? []).entries()) {
    const source = buildOverlaySource(overlay, index);
    const common = describeOverlay(overlay, index);
    if (source === undefined) {
      list.push({ ...common, pdfs: [readBytes(overlay.pdf ?? '')], foreign: true });
      continue;
    }
    if (source.wantsPages) sizes ??= listSizes(parts);
    const papers = source.wantsPages ? await sizes : common.area && [common.area];
    // What is as large as its content needs a page only to know where to break its lines.
    const chosen = papers === undefined || source.isCropped ? [papers?.[0] ?? defaultSize] : papers;
    const pdfs: Uint8Array[] = [];
    for (const paper of chosen) {
      const print = () => printOverlay({ job, pages }, { source, paper, index, first: parts.list[0] });
      pdfs.push(await measureStage(job, { stage: 'print' }, print));
    }
    list.push({ ...common, pdfs, foreign: false });
  }
  return { list, printMs: performance.now() - start };
}

/** A4, in points. */
const defaultSize: PageSize = { width: 595, height: 842 };

/** The sizes of the pages of a document, the most frequent first. */
async function listSizes(parts: RenderedParts): Promise<PageSize[]> {
  const found = new Map<string, { size: PageSize; count: number }>();
  for (const part of parts.list) {
    for (const size of await parts.measure(part)) {
      const name = `${Math.round(size.width)} ${Math.round(size.height)}`;
      const known = found.get(name) ?? { size, count: 0 };
      known.count += 1;
      found.set(name, known);
    }
  }
  const sorted = [...found.values()].sort((a, b) => b.count - a.count);
  return sorted.slice(0, sizeLimit).map(({ size }) => size);
}

/** An overlay to print on paper of a size in points. */
interface OverlayPrint {
  source: OverlaySource;
  paper: PageSize;
  index: number;
  /** The part that gets its warnings. */
  first: RenderedParts['list'][number] | undefined;
}

async function printOverlay(
  { job, pages }: { job: RenderJob; pages: PageSet },
  { source: { html, assets, isCropped }, paper, index, first }: OverlayPrint,
): Promise<Uint8Array> {
  const { deadline, request } = job;
  const { on_resource_error, on_missing_glyph = 'warn', locale, timezone } = request.options ?? {};
  const options: PageOptions = {
    javascript: false,
    margin: '0',
    page_size: { width: `${paper.width}pt`, height: `${paper.height}pt` },
    prefer_css_page_size: true,
    tagged: false,
    outline: false,
    on_missing_glyph: job.conformance ? 'fail' : on_missing_glyph,
    ...(on_resource_error !== undefined && { on_resource_error }),
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezone }),
  };
  const complete = async (page: Page) => {
    if (!isCropped) return [];
    const { isDrawn } = await page.call('cropToContent', Math.floor((paper.width / 72) * 96));
    if (!isDrawn && request.overlays?.[index]?.image !== undefined)
      throw refuseImage(index, 'the image cannot be decoded');
    return [];
  };
  const source = { kind: 'document', html, assets } as const;
  try {
    const live = await renderWithRetry(job, (browser) =>
      renderPage(browser, { source, options, pages, deadline, wantsFacts: false, complete }),
    );
    live.close();
    const count = openPrinted(live.pdf).length;
    const warnings = [...live.warnings];
    if (count > 1) warnings.push({ code: 'overlay_unseen', detail: `only the first of its ${count} pages is drawn` });
    for (const { code, detail } of warnings) first?.warnings.push({ code, detail: `overlay ${index + 1}: ${detail}` });
    return live.pdf;
  } catch (error) {
    if (error instanceof EngineError && error.errors === undefined) {
      error.detail = `overlay ${index + 1}: ${error.detail}`;
      error.errors = [{ pointer: `/overlays/${index}`, detail: error.detail }];
      error.stage ??= deadline.stage;
    }
    throw error;
  }
}

const points = (length: string) => toInches(length) * 72;

/** How and where an overlay is drawn. */
function describeOverlay(overlay: PageOverlay, index: number): Omit<OverlayPdf, 'pdfs' | 'foreign'> {
  const {
    pages,
    signature_field: signatureField,
    layer = 'over',
    position = 'center',
    opacity = 1,
    rotate = 0,
  } = overlay;
  if (signatureField !== undefined && layer === 'under') {
    const detail = 'cannot be combined with signature_field: fields are above the page';
    throw refuseField(`/overlays/${index}/layer`, detail);
  }
  const common = {
    layer,
    opacity,
    rotate,
    fit: chooseFit(overlay),
    ...(pages !== undefined && { pages }),
    ...(signatureField !== undefined && { signatureField }),
  };
  if (typeof position !== 'string') {
    const { x, y, width, height } = position;
    const area = { x: points(x), y: points(y), width: points(width), height: points(height) };
    return { ...common, align: [0.5, 0.5], area };
  }
  const along = (start: string, end: string) => (position.includes(start) ? 0 : position.includes(end) ? 1 : 0.5);
  return { ...common, align: [along('left', 'right'), along('top', 'bottom')] };
}
