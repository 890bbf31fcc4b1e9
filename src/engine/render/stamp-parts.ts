import { placeError } from '../../children/index.ts';
import type { Assets } from '../../contract/index.ts';
import type { StampRun, TooTall } from '../../injected/calls.ts';
import type { StampPdf } from '../../pdf/index.ts';
import { describeExcess } from '../page/checks/describe-excess.ts';
import { findMissingFamilies, listInnerFamilies } from '../page/checks/find-missing-families.ts';
import type { ResourceWatch } from '../page/load/watch-resources.ts';
import type { Page } from '../page/open/page.ts';
import type { PageSet } from '../page/open/page-set.ts';
import type { PageOptions } from '../page/open/page-settings.ts';
import type { PageWarning } from '../page/open/warnings.ts';
import { renderPage } from '../page/render-page.ts';
import { buildOverlays, type Overlay } from './overlays.ts';
import { measureStage, type RenderJob } from './render-job.ts';
import { hasStamp, type RenderedPart } from './render-part.ts';
import type { RenderedParts } from './render-parts.ts';
import { renderWithRetry } from './retry.ts';

/** Headers and footers, in all one page for each page of the document. */
interface Stamps {
  pdfs: StampPdf[];
  printMs: number;
}

/** The render that stamps are printed in. */
interface Surroundings {
  job: RenderJob;
  pages: PageSet;
}

/** Margin boxes that a warning names. */
const boxLimit = 5;

/** The warnings of slots that are too low for their content. */
const tooTallCodes = { header: 'header_too_tall', footer: 'footer_too_tall' } as const;

/** Milliseconds that backgrounds of headers and footers may take to load. */
const backgroundLimitMs = 5000;

/**
 * Prints the headers and footers of all parts, once the total of pages is known. They are HTML with their own styles, fonts
 * and images; scripts do not run. Relative paths lead to the assets of their part, and the part's fonts are available.
 * Adds a warning to a part whose header or footer is taller than its margin, or covers a margin box. Undefined if no part has any.
 */
export async function stampParts(surroundings: Surroundings, parts: RenderedParts): Promise<Stamps | undefined> {
  if (!parts.list.some(({ options }) => hasStamp(options))) return undefined;
  const { job } = surroundings;
  const overlays = await buildOverlays(job.request, parts);
  const start = performance.now();
  const pdfs: StampPdf[] = [];
  for (const run of groupParts(parts.list)) {
    pdfs.push(await measureStage(job, { stage: 'print' }, () => printRun(surroundings, run, overlays)));
  }
  for (const part of parts.list) reportOverlaps(part);
  return { pdfs, printMs: performance.now() - start };
}

type Run = [RenderedPart, ...RenderedPart[]];

/**
 * Groups neighbours that can be printed from one page, because it loads the same assets and fonts for them. A part without header
 * and footer needs none, and goes with any.
 */
function groupParts(list: readonly RenderedPart[]): Run[] {
  const runs: Run[] = [];
  for (const part of list) {
    const run = runs.at(-1);
    if (run && isAlike(findStamped(run), part)) run.push(part);
    else runs.push([part]);
  }
  return runs;
}

/** The part whose assets, fonts and options a run is printed with. */
function findStamped(run: Run): RenderedPart {
  return run.find(({ options }) => hasStamp(options)) ?? run[0];
}

function isAlike(part: RenderedPart, other: RenderedPart): boolean {
  if (!hasStamp(part.options) || !hasStamp(other.options)) return true;
  return (
    assetsOf(part) === assetsOf(other) &&
    fontsOf(part).join() === fontsOf(other).join() &&
    part.options.on_resource_error === other.options.on_resource_error &&
    part.options.on_missing_glyph === other.options.on_missing_glyph
  );
}

async function printRun(
  { job, pages }: Surroundings,
  run: Run,
  overlays: Map<RenderedPart, Overlay[]>,
): Promise<StampPdf> {
  const first = findStamped(run);
  const { on_resource_error = 'warn', on_missing_glyph = 'warn', locale, timezone } = first.options;
  const options: PageOptions = {
    javascript: false,
    margin: '0',
    // The overlays bring their own sizes.
    prefer_css_page_size: true,
    tagged: false,
    outline: false,
    on_resource_error,
    on_missing_glyph,
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezone }),
  };
  const copies = listCopies(run);
  const stamps = buildStampRun(run, copies, overlays);
  let tooTall: readonly TooTall[] = [];
  const complete = async (page: Page, resources: ResourceWatch) => {
    tooTall = await showStamps(page, resources, stamps);
    const { stacks, excess } = await listInnerFamilies(page);
    return [...(await findMissingFamilies(page, stacks)), ...describeExcess(excess)];
  };
  const source = { kind: 'document', html: '<!doctype html><title></title>', assets: assetsOf(first) } as const;
  const { deadline } = job;
  const languages = run.map(({ facts }) => `<html lang="${facts?.language ?? ''}">`);
  const added = [...copies, ...languages].join('');
  try {
    const live = await renderWithRetry(job, (browser) =>
      renderPage(browser, { source, options, pages, deadline, wantsFacts: false, added, complete }),
    );
    live.close();
    reportTooTall(run, overlays, tooTall);
    first.warnings.push(...live.warnings);
    return { pdf: live.pdf, origin: `${live.origin}/` };
  } catch (error) {
    throw placeError(error, { part: first.index, stage: deadline.stage });
  }
}

/** Warns of margin boxes of a part that its header or footer is printed over. */
function reportOverlaps({ options: { header = '', footer = '' }, facts, warnings }: RenderedPart): void {
  const report = (code: PageWarning['code'], name: string, side: string) => {
    const boxes = [...new Set(facts?.boxes)].filter((box) => box.includes(` @${side}-`)).slice(0, boxLimit);
    if (boxes.length === 0) return;
    const detail = `The ${name} is printed over what the document shows there itself: ${boxes.join(', ')}.`;
    warnings.push({ code, detail });
  };
  if (header !== '') report('header_overlaps', 'header', 'top');
  if (footer !== '') report('footer_overlaps', 'footer', 'bottom');
}

/** Warns each part once of its header and once of its footer, if they have too little room. */
function reportTooTall(run: Run, overlays: Map<RenderedPart, Overlay[]>, found: readonly TooTall[]): void {
  let before = 0;
  for (const part of run) {
    const end = before + (overlays.get(part)?.length ?? 0);
    for (const [name, code] of Object.entries(tooTallCodes)) {
      const [first, ...more] = found.filter(
        (place) => place.name === name && place.index >= before && place.index < end,
      );
      if (first === undefined) continue;
      const pages = `page ${first.index - before + 1}${more.length > 0 ? ` and ${more.length} more` : ''}`;
      const sizes = `${Math.round(first.height)} px tall on ${pages}, and its margin ${Math.round(first.room)} px`;
      const detail = `The ${name} is ${sizes}: the rest covers the page.`;
      part.warnings.push({ code, detail });
    }
    before = end;
  }
}

/** Each header and footer once. */
function listCopies(run: Run): string[] {
  return [...new Set(run.flatMap(({ options: { header = '', footer = '' } }) => [header, footer]))];
}

/** The headers and footers of a run, and the overlays that show them. */
function buildStampRun(run: Run, copies: readonly string[], overlays: Map<RenderedPart, Overlay[]>): StampRun {
  const numbered = run
    .flatMap((part) => overlays.get(part) ?? [])
    .map(({ slots, ...size }) => ({
      ...size,
      slots: slots.map(({ html, ...slot }) => ({ ...slot, copy: copies.indexOf(html) })),
    }));
  return { copies, fontFaces: fontsOf(findStamped(run)), overlays: numbered };
}

/** Shows headers and footers, and waits until they are complete. Gives those without enough room. */
async function showStamps(page: Page, resources: ResourceWatch, stamps: StampRun): Promise<TooTall[]> {
  const tooTall = await page.call('showStamps', stamps);
  // Layout requests backgrounds, and no event reports that they have loaded.
  const late = new Promise<void>((resolve) => setTimeout(resolve, backgroundLimitMs).unref());
  await Promise.race([resources.idle(0), late]);
  await page.call('waitForFonts');
  return tooTall;
}

function assetsOf({ source }: RenderedPart): Assets | undefined {
  return source.kind === 'document' ? source.assets : undefined;
}

/** The `@font-face` rules of a part, with its assets at the root of any origin. */
function fontsOf({ facts, origin }: RenderedPart): string[] {
  const rules = facts?.fontFaces ?? [];
  return origin === undefined ? rules : rules.map((rule) => rule.replaceAll(`${origin}/`, '/'));
}
