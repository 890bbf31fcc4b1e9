import { type CertificateFault, readPageAddress } from '../../../browser/index.ts';
import { EngineError } from '../../../children/index.ts';
import type { Page } from '../open/page.ts';
import { watchLeaving } from '../open/watch-leaving.ts';
import { type ConvertedMarkdown, type DocumentSource, watchDocuments } from './fetch-document.ts';

/**
 * A loaded page, or the bytes of a PDF at the address. `check` throws once the page has failed or left. `address` is where a web
 * address has ended after redirects.
 */
export type Loaded =
  | { kind: 'page'; check(): void; address?(): string; markdown?: ConvertedMarkdown | undefined }
  | { kind: 'pdf'; bytes: Uint8Array; address(): string };

/**
 * Loads a document from its synthetic origin and waits for its load event. `check` throws once the document has sent itself
 * to another address, or to a file of its origin that does not exist.
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
  // Replaces the history entry, so that a page used again has a history of one document, as a fresh one has.
  const expression = `location.replace(${JSON.stringify(`${origin}/`)})`;
  const { world } = page;
  // Uses the isolated world if there is one: a document without scripts has no main world yet.
  await page.send('Runtime.evaluate', { expression, ...(world !== undefined && { contextId: world }) });
  await loaded;
  return {
    kind: 'page',
    check() {
      if (isMissing) throw new EngineError('page_failed', 'The document sent itself to a file that it does not have.');
      if (here.startsWith(`${origin}/`)) return;
      throw new EngineError('page_failed', 'The document redirected itself to another URL.');
    },
  };
}

/** The connections behind a page. */
interface Outcome extends DocumentSource {
  /** Whether the egress rules refused the host of an address. */
  isRefused(url: string): boolean;
  /** Whether its name does not resolve, if that may be reported. */
  isUnknown(url: string): boolean;
  /** Whether the operator's proxy did not connect to it. */
  isStopped(url: string): boolean;
  /** What is wrong with its certificate, if a private authority has signed it. */
  faultOf(url: string): CertificateFault | undefined;
}

/**
 * Loads a web address and waits for its load event. Throws `page_failed` for an answer that is not a page,
 * `address_not_allowed` for an address that the egress rules refuse or whose name does not resolve (the two look alike, but at level
 * `open`), and `page_unreachable` for an allowed address that does not answer. `check` throws the same for a later navigation.
 */
export async function loadAddress(page: Page, url: string, outcome: Outcome): Promise<Loaded> {
  const documents = watchDocuments(page, outcome);
  const broken = watchBreak(page);
  const leaving = watchLeaving(page);
  const explain = (errorText: string) => explainFailure(errorText, asked, outcome);
  let unreachable = false;
  // After a redirect it is another one (DevTools, Network.requestWillBeSent).
  let asked = url;
  let here = url;
  page.on('Network.requestWillBeSent', ({ frameId, type, request }) => {
    if (frameId === page.frame && type === 'Document') asked = request.url;
  });
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== page.frame) return;
    unreachable = frame.unreachableUrl !== undefined;
    here = frame.url;
  });
  const check = () => {
    if (documents.failure) throw documents.failure;
    if (broken.failure) throw broken.failure;
    if (unreachable) throw explain('');
  };
  const loaded = nextLoad(page);
  const navigated = page.send('Page.navigate', { url }).then(async ({ errorText }): Promise<Loaded> => {
    if (documents.failure) throw documents.failure;
    if (errorText) throw explain(errorText);
    await Promise.race([loaded, broken.happened]);
    check();
    while (await page.call('isEmptyDocument')) {
      // An empty document may only be on the way to another, which decides.
      const isLast = !leaving.isOnTheWay;
      await Promise.race([leaving.arrived(), broken.happened]);
      check();
      if (isLast) throw new EngineError('page_failed', 'The page answered with no content.');
    }
    return { kind: 'page', check, address: () => here, markdown: documents.markdown };
  });
  const pdf = documents.pdf.then((bytes): Loaded => ({ kind: 'pdf', bytes, address: () => asked }));
  return Promise.race([navigated, pdf]);
}

/** Watches for an answer that breaks off. What arrived until then would look like the whole page. */
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

/** Settles with the load event, or when loading ends without one, as after `window.stop()`. */
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

function explainFailure(errorText: string, url: string, outcome: Outcome): EngineError {
  const { isRefused, isUnknown, isStopped } = outcome;
  if (isUnknown(url)) return new EngineError('page_unreachable', 'The name of its host could not be resolved.');
  if (isRefused(url))
    return new EngineError('address_not_allowed', 'The URL is not allowed, or its host does not exist.');
  if (/ERR_TOO_MANY_REDIRECTS/.test(errorText))
    return new EngineError('page_failed', 'The page redirects without end.');
  if (/ERR_(UNSAFE_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)/.test(errorText)) {
    return new EngineError('page_failed', 'The page redirects to a URL that is not http or https.');
  }
  if (/ERR_ABORTED/.test(errorText)) {
    return new EngineError('page_failed', 'The URL returned a download, not a page.');
  }
  if (/ERR_UNSAFE_PORT/.test(errorText)) {
    const port = readPageAddress(url)?.port ?? '';
    return new EngineError('page_unreachable', `Browsers open no page on port ${port}.`);
  }
  if (isStopped(url)) return new EngineError('page_unreachable', 'The proxy of this machine did not connect to it.');
  // The browser does not know the authority, and says no more.
  const fault = errorText === 'net::ERR_CERT_AUTHORITY_INVALID' ? outcome.faultOf(url) : undefined;
  const why = errorText === '' ? '' : ` (${fault ? `ERR_${fault}` : errorText.replace(/^net::/, '')})`;
  return new EngineError('page_unreachable', `The page could not be reached${why}.`);
}
