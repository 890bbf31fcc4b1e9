import { EngineError } from '../engine-error.ts';
import { watchDocuments } from './fetch-document.ts';
import type { Page } from './page.ts';
import { evaluateInside } from './settle-page.ts';

/** What came of loading: a page, or the bytes of a PDF that stood at the address. */
export type Loaded = { kind: 'page'; check(): void } | { kind: 'pdf'; bytes: Uint8Array };

/**
 * Loads a document of a synthetic origin, until its load event. `check` throws once it has left for another address, or for one
 * of its own where there is nothing.
 */
export async function loadDocument(page: Page, origin: string): Promise<Loaded> {
  const loaded = nextLoad(page);
  let here = `${origin}/`;
  let isMissing = false;
  page.on('Network.responseReceived', ({ frameId, type, response }) => {
    if (frameId === page.frame && type === 'Document') isMissing = response.status >= 400;
  });
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === page.frame) here = frame.unreachableUrl ?? frame.url;
  });
  // In place of the empty document, so that there is no way back and a page used again is like a fresh one.
  const expression = `location.replace(${JSON.stringify(`${origin}/`)})`;
  const { world } = page;
  // A document without scripts has no world of its own, and would get one just for this.
  if (world === undefined) await page.send('Runtime.evaluate', { expression });
  else await page.send('Runtime.evaluate', { expression, contextId: world });
  await loaded;
  return {
    kind: 'page',
    check() {
      if (isMissing) throw new EngineError('page_failed', 'The document sent itself to a file that it does not have.');
      if (here.startsWith(`${origin}/`)) return;
      throw new EngineError('page_failed', 'The document sent itself to another address.');
    },
  };
}

/** What became of the connections behind a page. */
interface Outcome {
  /** Whether the egress rules refused one. */
  wasRefused(): boolean;
  /** Whether the operator's proxy made none. */
  wasStopped(): boolean;
}

/**
 * Loads a web address for real, until its load event. Throws `page_failed` for an answer that is no page,
 * `address_not_allowed` where the egress rules refused it or the name does not resolve (told apart by nothing), and
 * `page_unreachable` where an allowed address does not answer. `check` throws the same for where the page went later.
 */
export async function loadAddress(page: Page, url: string, outcome: Outcome): Promise<Loaded> {
  const documents = watchDocuments(page);
  const broken = watchBreak(page);
  let unreachable = false;
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === page.frame) unreachable = frame.unreachableUrl !== undefined;
  });
  const check = () => {
    if (documents.failure) throw documents.failure;
    if (broken.failure) throw broken.failure;
    if (unreachable) throw explain('', outcome);
  };
  const loaded = nextLoad(page);
  const navigated = page.send('Page.navigate', { url }).then(async ({ errorText }): Promise<Loaded> => {
    if (documents.failure) throw documents.failure;
    if (errorText) throw explain(errorText, outcome);
    await Promise.race([loaded, broken.happened]);
    check();
    if (await evaluateInside<boolean>(page, isEmpty)) {
      throw new EngineError('page_failed', 'The page answered with no content.');
    }
    return { kind: 'page', check };
  });
  const pdf = documents.pdf.then((bytes): Loaded => ({ kind: 'pdf', bytes }));
  return Promise.race([navigated, pdf]);
}

/** Hears of an answer that ends before it is whole; what came of it until then would look like the whole page. */
function watchBreak(page: Page): { failure: EngineError | undefined; happened: Promise<void> } {
  const { promise: happened, resolve } = Promise.withResolvers<void>();
  const watch = { failure: undefined as EngineError | undefined, happened };
  let document: string | undefined;
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === page.frame && frame.unreachableUrl === undefined) document = frame.loaderId;
  });
  page.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
    if (requestId !== document || canceled) return;
    watch.failure = new EngineError('page_failed', `The page broke off (${errorText.replace(/^net::/, '')}).`);
    resolve();
  });
  return watch;
}

/** Whether a document has nothing in it, as an answer without a body: neither content nor anything that could add some. */
const isEmpty =
  'document.documentElement !== null && !document.head?.hasChildNodes() && !document.body?.hasChildNodes()';

/** The load event, or the end of loading without one, as after `window.stop()`. */
function nextLoad(page: Page): Promise<void> {
  return new Promise((resolve) => {
    let navigated = false;
    page.on('Page.frameNavigated', ({ frame }) => {
      navigated ||= frame.id === page.frame;
    });
    page.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (navigated && frameId === page.frame) resolve();
    });
    page.on('Page.loadEventFired', () => resolve());
  });
}

function explain(errorText: string, { wasRefused, wasStopped }: Outcome): EngineError {
  if (wasRefused()) return new EngineError('address_not_allowed', 'The address is not allowed or does not exist.');
  if (/ERR_TOO_MANY_REDIRECTS/.test(errorText))
    return new EngineError('page_failed', 'The page redirects without end.');
  if (/ERR_(UNSAFE_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)/.test(errorText)) {
    return new EngineError('page_failed', 'The page redirects to an address that is not http or https.');
  }
  if (/ERR_ABORTED/.test(errorText)) {
    return new EngineError('page_failed', 'The address answered with a download, not with a page.');
  }
  if (wasStopped()) return new EngineError('page_unreachable', 'The proxy of this machine did not connect to it.');
  const why = errorText === '' ? '' : ` (${errorText.replace(/^net::/, '')})`;
  return new EngineError('page_unreachable', `The page could not be reached${why}.`);
}
