import type { Assets } from '../contract/index.ts';
import { ConnectionClosed } from './browser/connection.ts';
import type { Browser } from './browser/launch-browser.ts';
import type { Deadline } from './deadline.ts';
import { EngineError } from './engine-error.ts';
import { type Loaded, loadAddress, loadDocument } from './load-page.ts';
import { openPage, type Page } from './page.ts';
import { PageCrashed } from './page-crashed.ts';
import { choosePaper, type PageOptions } from './page-settings.ts';
import { printPage } from './print-page.ts';
import { settlePage } from './settle-page.ts';
import { makeOrigin, serveOrigin } from './synthetic-origin.ts';
import { waitFor } from './wait-for.ts';
import type { Finding } from './warnings.ts';
import { type ResourceWatch, watchResources } from './watch-resources.ts';
import type { WayOut } from './way-out.ts';

/** What a page is made from. */
export type PageSource =
  | { kind: 'document'; html: string; assets?: Assets | undefined }
  | { kind: 'address'; url: string };

/** A printed part. */
export interface Printed {
  pdf: Uint8Array;
  /** Whether the bytes were found at an address and not printed. */
  foreign: boolean;
  /** The synthetic origin of the document. */
  origin?: string;
  warnings: Finding[];
  loadMs: number;
  printMs: number;
}

/**
 * Loads one page and prints it, in a browser context of its own. `closing` is given the end of that context: the result is
 * not kept waiting for it, a slot is.
 */
export async function renderPage(
  browser: Browser,
  source: PageSource,
  options: PageOptions,
  wayOut: WayOut,
  deadline: Deadline,
  closing: (end: Promise<void>) => void,
): Promise<Printed> {
  deadline.stage = 'load';
  const opening = openPage(browser, wayOut.port);
  try {
    return await deadline.race(
      opening.then((page) => failOnDeath(page, runPage(page, source, options, wayOut, deadline))),
    );
  } finally {
    closing(
      opening.then(
        (page) => page.close(),
        () => undefined,
      ),
    );
  }
}

async function runPage(
  page: Page,
  source: PageSource,
  options: PageOptions,
  wayOut: WayOut,
  deadline: Deadline,
): Promise<Printed> {
  const start = performance.now();
  const origin = source.kind === 'document' ? makeOrigin() : undefined;
  const resources = watchResources(page, wayOut.isRefused, origin);
  emulate(page, options);
  const loaded = await load(page, source, origin, wayOut);
  if (loaded.kind === 'pdf') {
    return { pdf: loaded.bytes, foreign: true, warnings: [], loadMs: performance.now() - start, printMs: 0 };
  }
  deadline.stage = 'wait';
  const late = await settlePage(page);
  if (options.wait_for) await waitFor(page, options.wait_for, resources);
  loaded.check();
  checkResources(resources, options);
  deadline.stage = 'print';
  const loadedAt = performance.now();
  const pdf = await printPage(page, options);
  loaded.check();
  return {
    pdf,
    foreign: false,
    ...(origin !== undefined && { origin }),
    warnings: collectWarnings(resources, late, options),
    loadMs: loadedAt - start,
    printMs: performance.now() - loadedAt,
  };
}

function load(page: Page, source: PageSource, origin: string | undefined, wayOut: WayOut): Promise<Loaded> {
  if (source.kind === 'address') return loadAddress(page, source.url, wayOut.anyRefused);
  serveOrigin(page, origin ?? '', source.html, source.assets);
  return loadDocument(page, origin ?? '');
}

/** Sets up what scripts and styles see before the first document. The view is as wide as the paper's content. */
function emulate(page: Page, options: PageOptions): void {
  const { width, height, margin } = choosePaper(options);
  const scale = 96 / (options.scale ?? 1);
  page.post('Emulation.setDeviceMetricsOverride', {
    width: Math.max(1, Math.round((width - margin.left - margin.right) * scale)),
    height: Math.max(1, Math.round((height - margin.top - margin.bottom) * scale)),
    deviceScaleFactor: 1,
    mobile: false,
  });
  const features = Object.entries(options.media_features ?? {}).map(([name, value]) => ({ name, value }));
  page.onSession((session, kind) => {
    if (kind === 'worker') return;
    session.post('Emulation.setEmulatedMedia', { media: options.media ?? 'print', features });
    if (options.javascript === false) session.post('Emulation.setScriptExecutionDisabled', { value: true });
  });
}

/** The work, or the death of the page or its browser, which no event of the work would tell. */
async function failOnDeath<T>(page: Page, work: Promise<T>): Promise<T> {
  const crash = page.crashed.then(() => {
    throw new PageCrashed();
  });
  const death = page.closed.then(() => {
    throw new ConnectionClosed('the page is gone');
  });
  return Promise.race([work, crash, death]);
}

function checkResources(resources: ResourceWatch, options: PageOptions): void {
  const [first] = resources.failures;
  if (options.on_resource_error === 'fail' && first !== undefined) throw new EngineError('resource_failed', first);
}

/** In an order that does not depend on which answer came first. */
function collectWarnings(resources: ResourceWatch, late: string[], options: PageOptions): Finding[] {
  const all = [...resources.warnings, ...late.map((detail) => ({ code: 'fonts_late', detail }))];
  const kept = options.on_resource_error === 'ignore' ? all.filter(({ code }) => code === 'console_error') : all;
  return kept.sort((a, b) => (a.code + a.detail < b.code + b.detail ? -1 : 1));
}
