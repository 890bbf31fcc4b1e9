import type { Assets } from '../../contract/index.ts';
import { EngineError, placeError } from '../engine-error.ts';
import type { Page } from '../page/page.ts';
import type { PageSet } from '../page/page-set.ts';
import type { PageOptions } from '../page/page-settings.ts';
import { renderPage } from '../page/render-page.ts';
import { evaluateInside } from '../page/settle-page.ts';
import type { PageWarning } from '../page/warnings.ts';
import type { ResourceWatch } from '../page/watch-resources.ts';
import { buildOverlays, type Overlay } from './overlays.ts';
import type { RenderJob } from './render-job.ts';
import { hasStamp, type RenderedPart } from './render-part.ts';
import type { RenderedParts } from './render-parts.ts';
import { renderWithRetry } from './retry.ts';
import { buildStamps } from './stamp-script.ts';

/** Headers and footers, one page for each page of the document. */
export interface Stamps {
  pdf: Uint8Array;
  printMs: number;
}

/** What stamps are printed with. */
interface Surroundings {
  job: RenderJob;
  pages: PageSet;
}

/** How long backgrounds of headers may take. */
const backgroundLimitMs = 5000;

/**
 * Prints the headers and footers of all parts, once the number of all pages is known. They are HTML with styles, fonts and
 * images of their own; scripts do not run. What they name by relative path are the assets of their part, and the fonts
 * that the part declares are theirs too. Adds a warning to parts whose header or footer is taller than the margin.
 * Undefined where no part has any.
 */
export async function stampParts(surroundings: Surroundings, parts: RenderedParts): Promise<Stamps | undefined> {
  if (!parts.list.some(({ options }) => hasStamp(options))) return undefined;
  const { job } = surroundings;
  const sheets = await buildOverlays(job.request, parts);
  const start = performance.now();
  const pdfs: Uint8Array[] = [];
  for (const run of groupParts(parts.list)) pdfs.push(await printRun(surroundings, run, sheets));
  return { pdf: await joinRuns(job, pdfs), printMs: performance.now() - start };
}

type Run = [RenderedPart, ...RenderedPart[]];

/** Neighbours that may share one page to be printed from: nothing that it is loaded with sets them apart. */
function groupParts(list: readonly RenderedPart[]): Run[] {
  const runs: Run[] = [];
  for (const part of list) {
    const run = runs.at(-1);
    if (run && isAlike(run[0], part)) run.push(part);
    else runs.push([part]);
  }
  return runs;
}

function isAlike(one: RenderedPart, other: RenderedPart): boolean {
  return (
    assetsOf(one) === assetsOf(other) &&
    fontsOf(one).join() === fontsOf(other).join() &&
    one.options.on_resource_error === other.options.on_resource_error
  );
}

async function printRun(
  { job, pages }: Surroundings,
  run: Run,
  sheets: Map<RenderedPart, Overlay[]>,
): Promise<Uint8Array> {
  const first = run.find(({ options }) => hasStamp(options)) ?? run[0];
  const { on_resource_error = 'warn' } = first.options;
  const options: PageOptions = { javascript: false, margin: '0', tagged: false, outline: false, on_resource_error };
  const argument = buildArgument(run, sheets);
  const complete = (page: Page, resources: ResourceWatch) => completePage(page, resources, argument);
  const source = { kind: 'document', html: '<!doctype html><title></title>', assets: assetsOf(first) } as const;
  const { deadline } = job;
  try {
    const live = await renderWithRetry(job, (browser) =>
      renderPage(browser, { source, options, pages, deadline, wantsFacts: false, complete }),
    );
    live.close();
    first.warnings.push(...live.warnings);
    return live.pdf;
  } catch (error) {
    if (error instanceof EngineError) throw placeError(error, { part: first.index, stage: deadline.stage });
    throw error;
  }
}

/** What the script is given: each header and footer once, and on which sheets it stands. */
function buildArgument(run: Run, sheets: Map<RenderedPart, Overlay[]>): string {
  const copies = [...new Set(run.flatMap(({ options: { header = '', footer = '' } }) => [header, footer]))];
  const numbered = run
    .flatMap((part) => sheets.get(part) ?? [])
    .map(({ slots, ...size }) => ({
      ...size,
      slots: slots.map(({ html, ...slot }) => ({ ...slot, copy: copies.indexOf(html) })),
    }));
  return JSON.stringify({ copies, fontFaces: fontsOf(run[0]), sheets: numbered });
}

async function completePage(page: Page, resources: ResourceWatch, argument: string): Promise<PageWarning[]> {
  const tooTall = await evaluateInside<string[]>(page, `(${buildStamps})(${argument})`);
  // Backgrounds are asked for by layout and tell no script when they are there.
  const late = new Promise<void>((resolve) => setTimeout(resolve, backgroundLimitMs).unref());
  await Promise.race([resources.idle(0), late]);
  await evaluateInside(page, 'document.fonts.ready.then(() => undefined)');
  return [...new Set(tooTall)].map((name) => ({
    code: `${name}_too_tall`,
    detail: `The ${name} is taller than the page margin it stands in and may overlap the page.`,
  }));
}

async function joinRuns(job: RenderJob, pdfs: Uint8Array[]): Promise<Uint8Array> {
  const [only] = pdfs;
  if (only !== undefined && pdfs.length === 1) return only;
  const parts = pdfs.map((pdf) => ({ pdf, foreign: false }));
  return (await job.merger.merge(parts, { outline: false, producer: '' }, job.deadline.signal)).pdf;
}

function assetsOf({ source }: RenderedPart): Assets | undefined {
  return source.kind === 'document' ? source.assets : undefined;
}

/** The fonts that a part declares, with its assets at the root of any origin. */
function fontsOf({ facts, origin }: RenderedPart): string[] {
  const rules = facts?.fontFaces ?? [];
  return origin === undefined ? rules : rules.map((rule) => rule.replaceAll(`${origin}/`, '/'));
}
