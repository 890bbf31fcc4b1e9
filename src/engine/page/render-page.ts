import type { Browser } from '../../browser/index.ts';
import { EngineError } from '../../children/index.ts';
import { listCutImages } from './checks/cut-images.ts';
import { describeExcess } from './checks/describe-excess.ts';
import { describeRedirect } from './checks/describe-redirect.ts';
import { findUnprinted } from './checks/find-unprinted.ts';
import { describePaged, describeUnsettled, findCut } from './checks/paged-warnings.ts';
import { reportLost } from './checks/report-lost.ts';
import { describeLackOfRoom, mayLackRoom } from './checks/room-on-pages.ts';
import { type Completed, type CompletePage, canPrintAtOnce, completePage, settle } from './complete-page.ts';
import { cutHanging } from './load/cut-hanging.ts';
import { holdsSoftHyphens, looksStatic, mayBringFonts, mayReachOut, namesHanLanguage } from './load/document-hints.ts';
import { chooseView, emulatePage } from './load/emulate-page.ts';
import { type Loaded, loadAddress, loadDocument } from './load/load-page.ts';
import { readOriginHeaders, setPageState } from './load/page-credentials.ts';
import { makeOrigin, serveOrigin } from './load/synthetic-origin.ts';
import { type ResourceWatch, watchResources } from './load/watch-resources.ts';
import type { Page } from './open/page.ts';
import { failOnDeath } from './open/page-crashed.ts';
import { listPapers, type PageOptions, readPageSize } from './open/page-settings.ts';
import type { PageWarning } from './open/warnings.ts';
import type { PageJob } from './page-job.ts';
import { numberPages, type PageNumbers } from './prepare/page-facts.ts';
import { setPrintDefaults } from './prepare/print-defaults.ts';
import { describeContents } from './print/describe-contents.ts';
import type { FindPage } from './print/page-texts.ts';
import { type FilledPage, printFilled } from './print/print-filled.ts';
import type { LivePage, Printed } from './printed.ts';
import { settleStaticPage } from './settle/settle-page.ts';

/** Loads a page and prints it. */
export async function renderPage(browser: Browser, job: PageJob): Promise<LivePage> {
  const { deadline, options, pages, source } = job;
  deadline.stage = 'load';
  const ownForms = source.kind === 'document' && namesHanLanguage(source.html + (job.added ?? ''));
  const mayBeUsed = source.kind === 'document' && !ownForms;
  const isStatic = source.kind === 'document' && looksStatic(source.html);
  const opening = pages.acquire(browser, { mayBeUsed, isStatic });
  let isReleased = false;
  const release = (isClean: () => boolean) => {
    if (!isReleased) pages.release(opening, { isClean: () => !ownForms && isClean(), isStatic });
    isReleased = true;
  };
  try {
    const page = await deadline.race(opening);
    const origin = source.kind === 'document' ? makeOrigin() : undefined;
    const resources = watchResources(page, { egress: pages.egress, origin, isStatic });
    deadline.listOpen = resources.listOpen;
    const guard = <T>(work: Promise<T>) => deadline.race(failOnDeath(page, browser, work));
    const stopCutting =
      options.on_resource_error === 'ignore'
        ? cutHanging(page, { deadline, egress: job.pages.egress, isDocument: source.kind === 'document' })
        : undefined;
    const running = guard(runPage(page, resources, { origin, isStatic }, job)).finally(stopCutting);
    const { print, ...printed } = await running;
    return {
      ...printed,
      reprint: (numbers, findPage) =>
        guard(numberPages(page, numbers).then(() => print(findPage, numbers))).then(
          ({ pdf, running, labels, relabel, isSettled, warnings }) => ({
            pdf,
            running,
            ...(labels && { labels }),
            ...(relabel && { relabel }),
            warnings: printed.isDraft
              ? [...printed.warnings, ...warnings, ...describeUnsettled(isSettled)]
              : printed.warnings,
          }),
        ),
      isStatic,
      park: () => pages.park(opening, { isClean: () => !ownForms && resources.isSelfContained, isStatic }),
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
  given: PageJob,
): Promise<Printed & { print: PrintAgain }> {
  const { source, deadline } = given;
  const start = performance.now();
  const request = source.kind === 'address' ? source.request : undefined;
  emulatePage(page, given.options, isStatic, request);
  if (source.kind === 'address' && request) setPageState(page, source.url, request);
  const loaded = await load(page, given, origin);
  const findRedirect = (showsPassword = false) =>
    source.kind === 'address' && loaded.address ? describeRedirect(source.url, loaded.address(), showsPassword) : [];
  if (loaded.kind === 'pdf') {
    const warnings = findRedirect();
    const foreign = { pdf: loaded.bytes, foreign: true, warnings, loadMs: performance.now() - start, printMs: 0 };
    return { ...foreign, print: async () => ({ ...foreign, isSettled: true, elsewhere: [] }) };
  }
  const { markdown } = loaded;
  const job = markdown ? takeOptions(page, given, markdown.options) : given;
  const { options } = job;
  deadline.stage = 'wait';
  const isStill = isStatic && canPrintAtOnce(job);
  const mayDraw = options.javascript !== false && !isStatic;
  const settling: Promise<CompletePage> = isStill ? settleStaticPage(page) : settle(page, resources, mayDraw, job);
  deadline.contents = undefined;
  // If the page dies, printing reports it first.
  settling.then(
    ({ links }) => {
      deadline.contents = describeContents(links);
    },
    () => undefined,
  );
  const complete: Completed = isStill ? { found: [] } : await completePage(page, resources, job, settling);
  loaded.check();
  checkResources(resources, options);
  if (!isStill) deadline.contents = describeContents((await settling).links, complete.paged);
  deadline.stage = 'print';
  const html = source.kind === 'document' ? source.html : undefined;
  const breaks = await setPrintDefaults(page, { html, options }, isStill ? undefined : await settling);
  const loadedAt = performance.now();
  const print = (findPage: FindPage | undefined, numbers: Partial<PageNumbers> = {}, isDraft = false) =>
    printFilled(page, options, { ...complete, ...numbers, origin, findPage, isDraft, located: job.located });
  const printed = await print(job.findPage, {}, job.isDraft);
  const { pdf, running, isSettled, elsewhere, labels, relabel, located, warnings } = printed;
  loaded.check();
  const settled = await settling;
  for (const url of settled.unread) resources.reportUnread(url);
  if (origin !== undefined && source.kind === 'document') {
    const cut = listCutImages(resources.listImages(), origin, source.assets);
    for (const url of cut) resources.reportUnread(url, 'ends before its picture does: the rest of it is empty');
  }
  const { warnings: lost, lacksWebgl } = await reportLost(page, resources, settled);
  checkResources(resources, options);
  const { found, facts, aloud, paged, titles, hyphenated, controls, hasBleeds, trimmed } = complete;
  const unprinted = await findUnprinted(page, [pdf, ...(running ? [running] : [])], options, {
    ...settled,
    isStatic,
    reachesOut: source.kind === 'address' || mayReachOut(source.html, source.assets),
    bringsFonts: source.kind === 'address' || mayBringFonts(source.html, source.assets),
    hasBleeds,
  });
  const cut = settled.scrolls && settled.namesPaper ? await findCut(page, options) : settled.cut;
  const roomless = mayLackRoom(settled, options) ? describeLackOfRoom(await page.call('readPageRules'), options) : [];
  const showsPassword = source.kind === 'address' && (await page.call('showsPasswordField'));
  const ignored = describePaged({ ...settled, cut, paged, hyphenated, isSettled }, origin);
  return {
    pdf,
    print,
    foreign: false,
    ...(markdown && { replaced: { options, metadata: markdown.metadata } }),
    ...(running && { running }),
    ...(paged?.bookmarks && { bookmarks: paged.bookmarks }),
    ...(titles && { titles }),
    ...(elsewhere.length > 0 && { elsewhere }),
    ...(labels && { labels }),
    ...(relabel && { relabel }),
    ...(printed.isDraft && { isDraft: true }),
    ...(complete.isUnnumbered && { isUnnumbered: true }),
    ...(located && { located }),
    ...(origin !== undefined && { origin }),
    ...(lacksWebgl && { lacksWebgl }),
    namesLanguage: settled.namesLanguage,
    ...(facts && { facts }),
    ...(aloud && { aloud }),
    ...(controls && { controls }),
    ...(hasBleeds && { hasBleeds }),
    ...(trimmed && { trimmed: trimmed.sheets }),
    hasSoftHyphens: hyphenated?.isHyphenated || (source.kind === 'document' && holdsSoftHyphens(source.html)),
    sizes: [
      ...(trimmed?.sheets ?? []),
      ...settled.sizes.flatMap((size) => readPageSize(size) ?? []),
      ...listPapers(options),
    ],
    warnings: collectWarnings(
      resources,
      [
        ...findRedirect(showsPassword),
        ...((source.kind === 'document' ? source.warnings : markdown?.warnings) ?? []),
        ...settled.warnings,
        ...describeExcess(settled.excess),
        ...found,
        ...warnings,
        ...ignored,
        ...roomless,
        ...lost,
        ...unprinted,
        ...(await breaks.warnings),
      ],
      options,
    ),
    loadMs: loadedAt - start,
    printMs: performance.now() - loadedAt,
  };
}

/** Prints a complete page with the numbers of its places. */
type PrintAgain = (findPage: FindPage, numbers?: PageNumbers) => Promise<FilledPage>;

/** The job with the options of the loaded document. Its view is that of the paper that they name. */
function takeOptions(page: Page, job: PageJob, options: PageOptions): PageJob {
  page.set('Emulation.setDeviceMetricsOverride', chooseView(options));
  const { header = '', footer = '' } = options;
  return { ...job, options, wantsFacts: job.wantsFacts || header !== '' || footer !== '' };
}

function load(
  page: Page,
  { source, pages: { egress }, convertMarkdown }: PageJob,
  origin: string | undefined,
): Promise<Loaded> {
  if (source.kind === 'address') {
    return loadAddress(page, source.url, {
      isRefused: egress.isRefused,
      isUnknown: egress.isUnknown,
      isStopped: egress.isStopped,
      faultOf: egress.faultOf,
      endOf: egress.endOf,
      convertMarkdown,
      originHeaders: source.request && readOriginHeaders(source.url, source.request),
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
