import type { Assets } from '../../contract/index.ts';
import type { Browser } from '../browser/launch-browser.ts';
import type { Deadline } from '../deadline.ts';
import type { EgressSession } from '../egress/egress-session.ts';
import { EngineError } from '../engine-error.ts';
import { openPrinted } from '../pdf/open-printed.ts';
import {
  hasPageRules,
  looksStatic,
  looksWhole,
  mayMixForms,
  mayNamePagedCss,
  namesHanLanguage,
} from './document-hints.ts';
import { emulatePage } from './emulate-page.ts';
import { findMissingFamilies } from './families/find-missing-families.ts';
import { findMissingGlyphs } from './glyphs/find-missing-glyphs.ts';
import { describeMissingGlyphs } from './glyphs/glyph-warnings.ts';
import { nameMissingGlyphs } from './glyphs/name-missing-glyphs.ts';
import { asksForHyphens, holdsSoftHyphens } from './hyphenation/asks-for-hyphens.ts';
import { type Hyphenated, hyphenatePage } from './hyphenation/hyphenate-page.ts';
import { mixesForms, setForms } from './language-forms.ts';
import { type Loaded, loadAddress, loadDocument } from './load-page.ts';
import type { Page } from './page.ts';
import { failOnDeath } from './page-crashed.ts';
import { numberPages, type PageFacts, type PageNumbers, readPageFacts } from './page-facts.ts';
import type { PageSet } from './page-set.ts';
import { listContentWidths, listPapers, type PageOptions, readPageSize, readPageWish } from './page-settings.ts';
import { type FilledPage, type FindPage, type PagedState, printFilled, readPaged } from './paged/fill-paged.ts';
import { keepPlaces } from './paged/linked-places.ts';
import { overridePageRules } from './paged/override-page-rules.ts';
import { describePaged } from './paged/paged-warnings.ts';
import { namesPagedCss } from './paged/translate-css.ts';
import { type TranslatedSheets, translateSheets } from './paged/translate-sheets.ts';
import { findWideContent } from './paged/wide-content.ts';
import { reportLost } from './resources/report-lost.ts';
import { type SettledPage, settleAnswers, settlePage, settleStillPage } from './settle-page.ts';
import { makeOrigin, serveOrigin } from './synthetic-origin.ts';
import { waitFor } from './wait-for.ts';
import type { PageWarning } from './warnings.ts';
import { type ResourceWatch, watchResources } from './watch-resources.ts';

/** The source of a page. */
export type PageSource =
  | { kind: 'document'; html: string; assets?: Assets | undefined }
  | { kind: 'address'; url: string };

/** One page to render. */
interface PageJob {
  source: PageSource;
  options: PageOptions;
  pages: PageSet;
  deadline: Deadline;
  /** Whether to read the facts of the page. */
  wantsFacts: boolean;
  /** Names of the places that links of other parts may lead to. */
  places?: readonly string[];
  /** HTML that `complete` adds to the page. Default none. */
  added?: string;
  /** Changes the loaded page before it is printed. Returns warnings. */
  complete?: (page: Page, resources: ResourceWatch) => Promise<PageWarning[]>;
  /** Finds the numbers that the page's counters must show, if any. */
  numbers?: (facts: PageFacts) => Promise<PageNumbers | undefined>;
  /** Finds the pages of places of other parts that the page shows the numbers of. Default none. */
  findPage?: FindPage | undefined;
}

/** A printed page. */
export interface Printed {
  pdf: Uint8Array;
  /** Whether the bytes are a PDF found at an address, not printed here. */
  foreign: boolean;
  /** The synthetic origin of the document. */
  origin?: string;
  facts?: PageFacts;
  /** Page sizes in the CSS of the document and in the options, in points. */
  sizes?: { width: number; height: number }[];
  /** Addresses of places in other parts that the page shows the numbers of. */
  elsewhere?: string[];
  /** Whether its text may hold soft hyphens. */
  hasSoftHyphens?: boolean;
  warnings: PageWarning[];
  loadMs: number;
  printMs: number;
}

/** A printed page that is still open. Close it. */
export interface LivePage extends Printed {
  /** Prints again with other numbers. */
  reprint(numbers: PageNumbers, findPage: FindPage): Promise<Uint8Array>;
  close(): void;
}

/** Loads a page and prints it. */
export async function renderPage(browser: Browser, job: PageJob): Promise<LivePage> {
  const { deadline, pages, source } = job;
  deadline.stage = 'load';
  const ownForms = source.kind === 'document' && namesHanLanguage(source.html + (job.added ?? ''));
  const opening = pages.acquire(browser, source.kind === 'document' && !ownForms);
  const isStatic = source.kind === 'document' && looksStatic(source.html);
  let isReleased = false;
  const release = (isClean: () => boolean) => {
    if (!isReleased) pages.release(opening, { isClean: () => !ownForms && isClean(), isStatic });
    isReleased = true;
  };
  try {
    const page = await deadline.race(opening);
    const origin = source.kind === 'document' ? makeOrigin() : undefined;
    const resources = watchResources(page, { egress: pages.egress, origin, isStatic });
    const guard = <T>(work: Promise<T>) => deadline.race(failOnDeath(page, browser, work));
    const { print, ...printed } = await guard(runPage(page, resources, { origin, isStatic }, job));
    return {
      ...printed,
      reprint: (numbers, findPage) =>
        guard(numberPages(page, numbers).then(() => print(findPage))).then(({ pdf }) => pdf),
      close: () => release(() => resources.isSelfContained),
    };
  } catch (error) {
    release(() => false);
    throw error;
  }
}

async function runPage(
  page: Page,
  resources: ResourceWatch,
  { origin, isStatic }: { origin: string | undefined; isStatic: boolean },
  job: PageJob,
): Promise<Printed & { print: PrintAgain }> {
  const { source, options, deadline } = job;
  const start = performance.now();
  emulatePage(page, options, isStatic);
  const loaded = await load(page, source, origin, job.pages.egress);
  if (loaded.kind === 'pdf') {
    const foreign = { pdf: loaded.bytes, foreign: true, warnings: [], loadMs: performance.now() - start, printMs: 0 };
    return { ...foreign, print: async () => foreign };
  }
  deadline.stage = 'wait';
  const isStill = isStatic && canPrintAtOnce(job);
  const mayDraw = options.javascript !== false && !isStatic;
  const settling: Promise<CompletePage> = isStill ? settleStillPage(page) : settle(page, resources, mayDraw, job);
  // If the page dies, printing reports it first.
  settling.catch(() => undefined);
  const complete = isStill ? { found: [] } : await completePage(page, resources, job, settling);
  loaded.check();
  checkResources(resources, options);
  deadline.stage = 'print';
  const loadedAt = performance.now();
  const print = (findPage?: FindPage) => printFilled(page, options, { ...complete, origin, findPage });
  const { pdf, isSettled, elsewhere } = await print(job.findPage);
  loaded.check();
  const settled = await settling;
  for (const url of settled.unread) resources.reportUnread(url);
  const lost = await reportLost(page, resources, settled);
  checkResources(resources, options);
  const unprinted = await findUnprinted(page, pdf, options, { ...settled, isStatic });
  const { found, facts, paged, hyphenated } = complete;
  const ignored = describePaged({ ...settled, paged, hyphenated, isSettled }, origin);
  return {
    pdf,
    print,
    foreign: false,
    ...(elsewhere.length > 0 && { elsewhere }),
    ...(origin !== undefined && { origin }),
    ...(facts && { facts }),
    hasSoftHyphens: hyphenated?.isHyphenated || (source.kind === 'document' && holdsSoftHyphens(source.html)),
    sizes: [...settled.sizes.flatMap((size) => readPageSize(size) ?? []), ...listPapers(options)],
    warnings: collectWarnings(resources, [...settled.warnings, ...found, ...ignored, ...lost, ...unprinted], options),
    loadMs: loadedAt - start,
    printMs: performance.now() - loadedAt,
  };
}

/** Prints a complete page with the numbers of its places. */
type PrintAgain = (findPage: FindPage) => Promise<Pick<FilledPage, 'pdf'>>;

/** A page that is ready to be printed. */
interface CompletePage extends SettledPage {
  /** What its style sheets named, where they were read. */
  sheets?: TranslatedSheets;
}

/**
 * Waits for all that a page needs, for the condition of the request, and then until nothing moves. Then its style sheets are
 * translated, if they have to be, and the page options that the request names win over the document's own.
 */
async function settle(
  page: Page,
  resources: ResourceWatch,
  mayDraw: boolean,
  { source, options, deadline }: PageJob,
): Promise<CompletePage> {
  if (options.wait_for) {
    await settlePage(page, { mayDraw, rest: false });
    await waitFor(page, options.wait_for, resources);
  }
  let settled = await settleAnswers(page, resources, { mayDraw, rest: true }, deadline);
  let sheets: TranslatedSheets | undefined;
  if (source.kind === 'address' || !resources.isSelfContained || mayNamePagedCss(source.html, source.assets)) {
    sheets = await translateSheets(page);
    // Fonts that a new style sheet names load again.
    if (sheets.changed) settled = await settleAnswers(page, resources, { mayDraw, rest: true }, deadline);
  }
  const wish = readPageWish(options);
  const complete = wish === undefined ? settled : await overridePageRules(page, wish, settled);
  return { ...complete, ...(sheets && { sheets }) };
}

/** Whether nothing is left to wait for or to do between loading and printing a static document. */
function canPrintAtOnce({ source, options, complete, wantsFacts, places = [] }: PageJob): boolean {
  const asks = complete !== undefined || wantsFacts || places.length > 0 || options.wait_for !== undefined;
  if (asks || source.kind !== 'document' || !looksWhole(source.html)) return false;
  if (mayMixForms(source.html) || namesPagedCss(source.html) || asksForHyphens(source.html)) return false;
  return readPageWish(options) === undefined || !hasPageRules(source.html);
}

/** What was found in a page while it was prepared for printing. */
interface Completed {
  found: PageWarning[];
  facts?: PageFacts | undefined;
  paged?: PagedState | undefined;
  hyphenated?: Hyphenated | undefined;
  /** CSS pixels between the margins of a page, where they matter. */
  width?: number | undefined;
  /** Pages of the whole document before its own, where it shows numbers. */
  before?: number;
}

/** Waits until a loaded page is complete, and prepares it for printing. */
async function completePage(
  page: Page,
  resources: ResourceWatch,
  job: PageJob,
  settling: Promise<CompletePage>,
): Promise<Completed> {
  const { sheets, sizes, asksHyphens } = await settling;
  const { source, added = '' } = job;
  const asks = source.kind === 'address' || mayMixForms(source.html);
  if (mayMixForms(added) || (asks && (await mixesForms(page)))) await setForms(page, job.pages.egress.port);
  const found = (await job.complete?.(page, resources)) ?? [];
  // An attribute of an element may name it as well.
  const namesPaged = sheets?.named || (source.kind === 'document' && namesPagedCss(source.html));
  const paged = namesPaged ? await readPaged(page) : undefined;
  const read = job.wantsFacts || paged?.hasLeaders ? await readPageFacts(page) : undefined;
  const [width] = paged?.hasLeaders ? listContentWidths(job.options, sizes, read?.margin ?? {}) : [];
  const asksPlace = paged !== undefined && paged.targets.length + paged.breaks.length > 0;
  const facts = read && { ...read, countsPage: read.countsPage || asksPlace };
  const numbers = facts && (await job.numbers?.(facts));
  if (numbers) await numberPages(page, numbers);
  if (job.places) await keepPlaces(page, job.places);
  // After its page numbers and running titles have taken their texts from it.
  const isAsked = asksHyphens || sheets?.asksHyphens || (source.kind === 'document' && asksForHyphens(source.html));
  const hyphenated = isAsked ? await hyphenatePage(page) : undefined;
  return { found, facts, paged, hyphenated, width, before: numbers?.before ?? 0 };
}

/** Warnings of what is not on the printed pages. Throws `glyph_missing` where the options ask for that. */
async function findUnprinted(
  page: Page,
  pdf: Uint8Array,
  options: PageOptions,
  settled: SettledPage & { isStatic: boolean },
): Promise<PageWarning[]> {
  const pages = openPrinted(pdf);
  const families = await findMissingFamilies(page, settled.stacks);
  const wide = [...families, ...(await findWideContent(page, pages[0], options, settled))];
  const missing = options.on_missing_glyph === 'ignore' ? undefined : await findMissingGlyphs(pages);
  if (missing === undefined) return wide;
  const warnings = describeMissingGlyphs(await nameMissingGlyphs(page, missing));
  const [first] = warnings;
  if (options.on_missing_glyph === 'fail' && first) throw new EngineError('glyph_missing', first.detail);
  return [...wide, ...warnings];
}

function load(page: Page, source: PageSource, origin: string | undefined, egress: EgressSession): Promise<Loaded> {
  if (source.kind === 'address') {
    return loadAddress(page, source.url, {
      isRefused: egress.isRefused,
      isUnknown: egress.isUnknown,
      isStopped: egress.isStopped,
      endOf: egress.endOf,
      isSpent: () => egress.blocked.some(({ reason }) => reason === 'budget'),
    });
  }
  serveOrigin(page, origin ?? '', source.html, source.assets);
  return loadDocument(page, origin ?? '');
}

function checkResources(resources: ResourceWatch, options: PageOptions): void {
  const { failure } = resources;
  if (options.on_resource_error === 'fail' && failure !== undefined) throw new EngineError('resource_failed', failure);
}

/** Sorts the warnings, so that their order does not depend on which answer came first. */
function collectWarnings(resources: ResourceWatch, found: PageWarning[], options: PageOptions): PageWarning[] {
  const all = [...resources.warnings, ...found];
  const kept = options.on_resource_error === 'ignore' ? all.filter(({ code }) => !code.startsWith('resource_')) : all;
  return kept.sort((a, b) => (a.code + a.detail < b.code + b.detail ? -1 : 1));
}
