import { EngineError } from '../../children/index.ts';
import type { Excess, FormControl, ReadAloud } from '../../injected/calls.ts';
import { controlAddress } from '../../pdf/index.ts';
import { describeExcess } from './checks/describe-excess.ts';
import { describeUnbroken } from './checks/paged-warnings.ts';
import { keepPageText } from './checks/text-effects.ts';
import {
  hasPageRules,
  looksWhole,
  mayBleed,
  mayBreakFloats,
  mayBreakHeading,
  mayHaveEffects,
  mayHavePageImages,
  mayMixForms,
  mayNamePagedCss,
  mayNumberPages,
  usesHyphens,
} from './load/document-hints.ts';
import { namesPagedCss } from './load/paged-words.ts';
import type { ResourceWatch } from './load/watch-resources.ts';
import type { Page } from './open/page.ts';
import { listGivenSheets, type PageOptions, readPageOverrides } from './open/page-settings.ts';
import type { PageWarning } from './open/warnings.ts';
import type { PageJob } from './page-job.ts';
import { fitPageBackgrounds } from './paged/page-backgrounds.ts';
import { measurePageBoxes, type PageBoxes } from './paged/page-boxes.ts';
import { type PagedState, readPagedState } from './paged/paged-state.ts';
import { addTranslatedSheets, type TranslatedSheets, translateSheets } from './paged/translate-sheets.ts';
import { enlargeSheets, type TrimmedSheets } from './paged/trimmed-sheets.ts';
import { drawDiagrams } from './prepare/draw-diagrams.ts';
import { type Hyphenated, hyphenatePage } from './prepare/hyphenate-page.ts';
import { setForms } from './prepare/language-forms.ts';
import { keepPlaces } from './prepare/linked-places.ts';
import { overridePageRules } from './prepare/override-page-rules.ts';
import { numberPages, type PageFacts, readPageFacts } from './prepare/page-facts.ts';
import { canWaitForNumbers } from './print/print-filled.ts';
import { scrollThrough, unscrolled } from './settle/scroll-through.ts';
import { type SettledPage, settleAnswers, settlePage } from './settle/settle-page.ts';
import { waitFor } from './settle/wait-for.ts';

/** How a page is read out. */
export interface PageAloud extends Omit<ReadAloud, 'excess'> {
  /** Why some of it cannot be read out: effects that turn text into a picture. */
  pictured: readonly string[];
}

/** A page that is ready to be printed. */
export interface CompletePage extends SettledPage {
  /** What its style sheets named, if they were read. */
  sheets?: TranslatedSheets;
}

/**
 * Waits for all that a page needs, for the condition of the request, and then until nothing moves. Then its style sheets are
 * translated, if they have to be, and the page options that the request names win over the document's own.
 */
export async function settle(
  page: Page,
  resources: ResourceWatch,
  mayDraw: boolean,
  { source, options, deadline }: PageJob,
): Promise<CompletePage> {
  const given = source.kind === 'address' ? listGivenSheets(options) : [];
  const added = given.length > 0 ? await addTranslatedSheets(page, given) : undefined;
  const undrawn = source.kind === 'document' && source.hasDiagrams ? await drawDiagrams(page) : [];
  const isCut = options.scroll === true && (await scrollThrough(page, resources, deadline));
  if (options.wait_for) {
    await settlePage(page, { mayDraw, rest: false });
    await waitFor(page, options.wait_for, resources, deadline);
  }
  let settled = await settleAnswers(page, resources, { mayDraw, rest: true }, deadline);
  if (options.select !== undefined) {
    if (!(await page.call('selectElement', options.select)))
      throw new EngineError('page_failed', `No element matches ${JSON.stringify(options.select)}.`);
    settled = await settleAnswers(page, resources, { mayDraw, rest: true }, deadline);
  }
  if (isCut) settled.warnings.push(unscrolled);
  settled.warnings.push(...undrawn);
  let sheets: TranslatedSheets | undefined;
  if (source.kind === 'address' || !resources.isSelfContained || mayNamePagedCss(source.html, source.assets)) {
    sheets = await translateSheets(page, source.kind === 'document' && namesPagedCss(source.html), added);
    // Fonts that a new style sheet names load again.
    if (sheets.changed) settled = await settleAnswers(page, resources, { mayDraw, rest: true }, deadline);
  }
  const overrides = readPageOverrides(options);
  const complete = overrides === undefined ? settled : await overridePageRules(page, overrides, settled);
  if (!sheets) return complete;
  // Rules of a style sheet from another site are only known from its text.
  const hasFixed = complete.hasFixed || sheets.hasFixed;
  return { ...complete, hasFixed, hasSticky: complete.hasSticky || sheets.hasSticky, sheets };
}

/** Whether nothing is left to wait for or to do between loading and printing a static document. */
export function canPrintAtOnce({
  source,
  options,
  complete,
  mayBeNumbered,
  wantsFacts,
  places = [],
}: PageJob): boolean {
  const changes = options.wait_for ?? options.select ?? options.scroll ?? (options.forms || undefined);
  const asks = complete !== undefined || wantsFacts || places.length > 0 || changes !== undefined;
  if (asks || source.kind !== 'document' || !looksWhole(source.html)) return false;
  if (mayMixForms(source.html) || namesPagedCss(source.html) || usesHyphens(source.html)) return false;
  if (mayBeNumbered && mayNumberPages(source.html)) return false;
  const mayHold = [mayBleed, mayBreakFloats, mayBreakHeading, mayHaveEffects, mayHavePageImages];
  if (mayHold.some((may) => may(source.html))) return false;
  return readPageOverrides(options) === undefined || !hasPageRules(source.html);
}

/** What was found in a page while it was prepared for printing. */
export interface Completed {
  found: PageWarning[];
  facts?: PageFacts | undefined;
  aloud?: PageAloud | undefined;
  paged?: PagedState | undefined;
  /** The titles of headings of several lines, by those of Chromium's outline. */
  titles?: Record<string, string> | undefined;
  hyphenated?: Hyphenated | undefined;
  /** The controls that become fields. */
  controls?: FormControl[] | undefined;
  /** Whether its content reaches into the margins. */
  hasBleeds?: boolean;
  /** The sheets that its pages are trimmed from, if they have a bleed or marks. */
  trimmed?: TrimmedSheets | undefined;
  /** The room on its pages, if that matters. */
  boxes?: PageBoxes | undefined;
  /** Whether it does not have the numbers of its pages yet, because it is printed again anyway. */
  isUnnumbered?: boolean;
  /** Pages of the whole document before its own, if it shows numbers. */
  before?: number;
  /** The number of the last of these. */
  number?: number | undefined;
  /** Pages of the whole document, if known. */
  total?: number | undefined;
}

/** Waits until a loaded page is complete, and prepares it for printing. */
export async function completePage(
  page: Page,
  resources: ResourceWatch,
  job: PageJob,
  settling: Promise<CompletePage>,
): Promise<Completed> {
  const { sheets, usesHyphens: pageUsesHyphens, hasEffects, hasPageImages, ...survey } = await settling;
  const { source, added = '' } = job;
  const asks = source.kind === 'address' || mayMixForms(source.html);
  if (mayMixForms(added) || (asks && (await page.call('prepareForms')))) await setForms(page, job.pages.egress.port);
  const completed = (await job.complete?.(page, resources)) ?? [];
  const marked = job.options.forms ? await markFields(page) : undefined;
  const effects = hasEffects || sheets?.hasEffects ? await keepPageText(page, job.isReadAloud === true) : [];
  // An image alone loses nothing that others read, and a claim is refused for it.
  const excess: Excess[] = [];
  const unbroken = survey.mayBreakFloats ? describeUnbroken(await page.call('breakFloats')) : [];
  // An attribute of an element may name it as well; without style sheets to look at, nothing does.
  const namesPaged = sheets && (sheets.named || (source.kind === 'document' && namesPagedCss(source.html)));
  const paged = namesPaged ? await readPagedState(page) : undefined;
  const trimmed = sheets?.hasTrim ? await enlargeSheets(page, job.options, (paged?.notes.count ?? 0) > 0) : undefined;
  if (paged && trimmed) paged.padding = trimmed.padding;
  const backgrounds = hasPageImages ? await fitPageBackgrounds(page, job.options, trimmed) : [];
  const hasBleeds = (trimmed || survey.mayBleed) && (await spreadBleeds(page, job.options, trimmed !== undefined));
  const kept = [
    ...completed,
    ...backgrounds,
    ...unbroken,
    ...(trimmed?.warnings ?? []),
    ...(job.isReadAloud ? [] : effects),
  ];
  const mayBreak = source.kind === 'address' || mayBreakHeading(source.html);
  // None of these changes the page: Chromium reads the next while the last one is on its way.
  const [headings, aloud, read] = await Promise.all([
    mayBreak && !paged?.bookmarks ? page.call('listHeadingTitles') : undefined,
    job.isReadAloud ? readPageAloud(page, job.options, effects, excess) : undefined,
    job.wantsFacts || job.mayBeNumbered ? readPageFacts(page) : undefined,
  ]);
  excess.push(...(headings?.excess ?? []), ...(read?.excess ?? []));
  const boxes = paged && paged.leaders.length > 0 ? await measurePageBoxes(page, job.options) : undefined;
  const asksPlace =
    (paged !== undefined &&
      paged.targets.length + paged.breaks.length + paged.restarts.length + paged.running.elements.length > 0) ||
    paged?.countsPages === true;
  const facts = read && {
    ...read.facts,
    countsPage: read.facts.countsPage || asksPlace,
    countsPages: read.facts.countsPages || paged?.running.countsPages === true,
  };
  const isUnnumbered = job.isDraft === true && canWaitForNumbers(paged, facts?.countsPages === true, page.origin);
  const numbers = facts && !isUnnumbered ? await job.numbers?.(facts) : undefined;
  if (numbers) await numberPages(page, numbers);
  if (job.places) await keepPlaces(page, job.places);
  // After its page numbers and running titles have taken their texts from it.
  const isAsked = pageUsesHyphens || sheets?.asksHyphens || (source.kind === 'document' && usesHyphens(source.html));
  const hyphenated = isAsked ? await hyphenatePage(page) : undefined;
  const { before = 0, number, total } = numbers ?? {};
  const found = [...kept, ...(marked?.warnings ?? []), ...describeExcess(excess)];
  const controls = marked?.controls;
  return {
    found,
    facts,
    aloud,
    paged,
    titles: headings?.titles,
    hyphenated,
    controls,
    hasBleeds,
    trimmed,
    boxes,
    isUnnumbered,
    before,
    number,
    total,
  };
}

/** Lets boxes with negative margins reach into those of their pages. Returns whether any does. */
async function spreadBleeds(page: Page, options: PageOptions, isPlaced: boolean): Promise<boolean> {
  const boxes = Object.entries(await measurePageBoxes(page, options));
  const widths = boxes.flatMap(([key, { width }]) =>
    key.endsWith(':right') ? [[key.slice(0, -':right'.length), width]] : [],
  );
  return page.call('spreadBleeds', Object.fromEntries(widths), isPlaced);
}

async function readPageAloud(
  page: Page,
  options: PageOptions,
  effects: readonly PageWarning[],
  excess: Excess[],
): Promise<PageAloud> {
  const { texts, excess: beyond, ...aloud } = await page.call('readAloud');
  excess.push(...beyond);
  // Pages that are left out have no tags.
  const kept = options.page_ranges === undefined ? texts : [];
  return { ...aloud, texts: kept, pictured: effects.map(({ detail }) => detail) };
}

/** Marks the controls of a page that become fields of a form, with what is warned of. */
async function markFields(page: Page): Promise<{ controls: FormControl[]; warnings: PageWarning[] }> {
  const { controls, unnamed, unsupported } = await page.call('markControls', controlAddress);
  return {
    controls,
    warnings: [
      ...unnamed.map((name): PageWarning => ({ code: 'field_unnamed', detail: `${name} has no name` })),
      ...unsupported.map(
        (name): PageWarning => ({ code: 'field_unsupported', detail: `${name} is printed as it looks` }),
      ),
    ],
  };
}
