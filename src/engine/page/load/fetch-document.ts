import type { Protocol } from 'devtools-protocol';
import { EngineError } from '../../../children/index.ts';
import type { Metadata } from '../../../contract/index.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import type { PageWarning } from '../open/warnings.ts';
import { addOriginHeaders, type OriginHeaders } from './page-credentials.ts';
import { type AnswerSource, readHeader, takePdf, takeText } from './take-pdf.ts';

/** A Markdown document as HTML, with the options of the page, those of its front matter among them, and its metadata. */
export interface ConvertedMarkdown {
  html: string;
  options: PageOptions;
  metadata: Metadata;
  /** What of it is printed as its source, or means nothing. */
  warnings: readonly PageWarning[];
  /** Whether it has diagrams and the script that draws them. Default false. */
  hasDiagrams?: boolean | undefined;
}

/** Watches the answers to documents of a page's main frame. */
interface DocumentWatch {
  /** Settles with the bytes of a PDF at the address in place of a page. */
  readonly pdf: Promise<Uint8Array>;
  /** What was converted, if the page is a Markdown document. */
  readonly markdown: ConvertedMarkdown | undefined;
  /** The error, if the last answer is not a page. */
  readonly failure: EngineError | undefined;
}

/** What documents come from, and what converts Markdown; without it, that is text. */
export interface DocumentSource extends AnswerSource {
  convertMarkdown?: ((text: string) => Promise<ConvertedMarkdown>) | undefined;
  /** Headers for requests to an origin. Default none. */
  originHeaders?: OriginHeaders | undefined;
}

/**
 * Reads each answer to the main frame before the page does (DevTools domain Fetch, response stage). A status from 400, an
 * empty answer and a download are failures, never a blank page. The bytes of a PDF are read over the page's own connection,
 * under the same egress rules. A Markdown document becomes HTML at its address.
 */
export function watchDocuments(page: Page, source: DocumentSource): DocumentWatch {
  const { promise: pdf, resolve, reject } = Promise.withResolvers<Uint8Array>();
  pdf.catch(() => undefined);
  const { originHeaders } = source;
  let failure: EngineError | undefined;
  let markdown: ConvertedMarkdown | undefined;

  page.on('Fetch.requestPaused', (paused) => {
    const { requestId, frameId, responseStatusCode, responseErrorReason } = paused;
    if (originHeaders && responseStatusCode === undefined && responseErrorReason === undefined) {
      page.post('Fetch.continueRequest', addOriginHeaders(paused, originHeaders));
      return;
    }
    const isMain = frameId === page.frame && responseStatusCode !== undefined;
    if (isMain) {
      failure = judge(paused);
      markdown = undefined;
    }
    if (isMain && !failure && isPdf(paused)) {
      takePdf(page, paused, source).then(resolve, reject);
      return;
    }
    const { convertMarkdown } = source;
    if (isMain && !failure && convertMarkdown && isOfType(paused, /^\s*text\/(?:x-)?markdown\b/i)) {
      takeText(page, paused, source)
        .then(convertMarkdown)
        .then((converted) => {
          markdown = converted;
          const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
          const body = Buffer.from(converted.html).toString('base64');
          page.post('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body });
        })
        .catch(reject);
      return;
    }
    page.post('Fetch.continueRequest', { requestId });
  });
  const patterns: Protocol.Fetch.RequestPattern[] = [
    { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
  ];
  if (originHeaders) patterns.push({ urlPattern: `${originHeaders.origin}/*`, requestStage: 'Request' });
  page.post('Fetch.enable', { patterns });
  return {
    pdf,
    get markdown() {
      return markdown;
    },
    get failure() {
      return failure;
    },
  };
}

function judge(paused: Protocol.Fetch.RequestPausedEvent): EngineError | undefined {
  const status = paused.responseStatusCode ?? 0;
  if (status >= 400) return new EngineError('page_failed', `The page answered with status ${status}.`);
  if (status === 204 || status === 205 || status === 304) {
    return new EngineError('page_failed', `The page answered with status ${status} and no content.`);
  }
  const disposition = readHeader(paused, 'content-disposition');
  if (/^\s*attachment/i.test(disposition) && !isPdf(paused) && status < 300) {
    return new EngineError('page_failed', 'The URL returned a download, not a page.');
  }
  return undefined;
}

function isPdf(paused: Protocol.Fetch.RequestPausedEvent): boolean {
  return isOfType(paused, /^\s*application\/(x-)?pdf\b/i);
}

function isOfType(paused: Protocol.Fetch.RequestPausedEvent, type: RegExp): boolean {
  const status = paused.responseStatusCode ?? 0;
  return status >= 200 && status < 300 && type.test(readHeader(paused, 'content-type'));
}
