import type { Protocol } from 'devtools-protocol';
import type { CertificateFault, EgressSession, Session } from '../../../browser/index.ts';
import type { WarningCode } from '../../../contract/index.ts';
import type { Page } from '../open/page.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';

/** The requests of a page besides its main document. */
export interface ResourceWatch {
  /** The warnings so far. */
  readonly warnings: readonly PageWarning[];
  /** The first failure that shows on paper: an image, a font, a style sheet, a script, media or a frame. */
  readonly failure: string | undefined;
  /** Whether the page requested only its own synthetic origin and data:, blob: and about: addresses. */
  readonly isSelfContained: boolean;
  /** Addresses of the images that arrived, at most 2,000, but for those that hold the image themselves. */
  listImages(): string[];
  /** Reports an image or a font that arrived and cannot be read, or `why` not all of it, unless its address was reported before. */
  reportUnread(url: string, why?: string): void;
  /** Reports what a plug-in of a media type should show, unless the browser asked for it and showed it. */
  reportUnshown(url: string, type: string): void;
  /** Reports nothing of requests that begin later. */
  stop(): void;
  /** Settles once no request has been open for this many milliseconds. */
  idle(milliseconds: number): Promise<void>;
  /** The addresses of open requests of the page for what it shows on paper, and for its scripts. */
  listOpen(): string[];
  /** The addresses of open requests whose answers a script awaits. */
  listAwaited(): string[];
  /** Settles once no answer is awaited, or after this many milliseconds. */
  answers(milliseconds: number): Promise<void>;
}

interface OpenRequest {
  /** As first requested, its end cut off. */
  url: string;
  type: Protocol.Network.ResourceType | undefined;
  /** Whether a script may draw the answer. */
  isAwaited: boolean;
}

/** Open requests that are watched at a time. A page may start any number. */
const openLimit = 2000;
const sayBeyondOpen = () =>
  `Only ${openLimit.toLocaleString('en')} open requests are watched at a time: failures of others are not reported.`;

/** Characters that are kept of an address: more than any host has, and than a warning shows. */
const urlLimit = 1000;

const visible = new Set<string>(['Image', 'Font', 'Stylesheet', 'Script', 'Media', 'Document']);
const reported = new Set<string>([...visible, 'XHR', 'Fetch', 'EventSource', 'WebSocket', 'Other', 'Manifest']);

/** Images that are listed, and checked once they have arrived. */
const imageLimit = 2000;
const sayBeyondImages = () => `Only the first ${imageLimit.toLocaleString('en')} images are checked for damage.`;

/** What frames, `object` and `embed` elements show. */
const showable = /html|xml|json|^(?:text|image|audio|video|multipart)\//;

/** What scripts draw once it has arrived. Streams of events and sockets go on forever. */
const awaited = new Set<string>(['XHR', 'Fetch', 'Script']);

/** Resolves once a worker has ended the task that it is in (DevTools method Runtime.evaluate). */
const nextTurn = 'new Promise((resolve) => setTimeout(resolve))';

/**
 * Watches the requests of a page, its frames and its workers (DevTools domain Network). Reports an address as the page first
 * requested it, not as a redirect changed it. `origin` is the page's synthetic origin, if it has one. `egress` says
 * what became of an address that was not reached. A static document throws no exceptions, so none are watched.
 */
export function watchResources(
  page: Page,
  {
    egress,
    origin,
    isStatic,
  }: {
    egress: Pick<EgressSession, 'isRefused' | 'isUnknown' | 'faultOf'>;
    origin: string | undefined;
    isStatic: boolean;
  },
): ResourceWatch {
  const warnings = buildWarnings(origin);
  const open = new Map<string, OpenRequest>();
  const waiters = new Set<() => void>();
  const failed = new Set<string>();
  /** Addresses of images and of documents in frames that arrived. */
  const images = new Set<string>();
  const documents = new Set<string>();
  /** Addresses that are asked for once more after the watch has stopped, by request, and those that did not arrive again. */
  const repeated = new Map<string, string>();
  const lostAgain = new Set<string>();
  let isStopped = false;
  let failure: string | undefined;
  let isSelfContained = origin !== undefined;

  const done = (id: string) => {
    open.delete(id);
    for (const waiter of waiters) waiter();
  };
  const fail = (request: Pick<OpenRequest, 'url' | 'type'>, code: WarningCode, why: string) => {
    if (!reported.has(request.type ?? 'Other') || /\/favicon\.ico$/.test(request.url)) return;
    if (failed.size < openLimit) failed.add(request.url);
    const detail = `${warnings.clean(request.url)} ${why}`;
    warnings.add(code, detail);
    if (visible.has(request.type ?? '')) failure ??= detail;
  };

  const loseAgain = (id: string) => {
    const url = repeated.get(id);
    if (url !== undefined) lostAgain.add(url);
  };
  const keepArrived = ({ url, type }: Pick<OpenRequest, 'url' | 'type'>, mimeType: string, kind: string) => {
    // The whole address is needed to find it again, in the process of the page.
    if (url.length >= urlLimit || /^(data|blob|about):/.test(url)) return;
    if (type === 'Image' && kind === 'page') {
      if (images.size < imageLimit || images.has(url)) images.add(copyStart(url));
      else warnings.add('resource_failed', sayBeyondImages());
    }
    if (type !== 'Document') return;
    if (documents.size < openLimit) documents.add(copyStart(url));
    if (!showable.test(mimeType)) fail({ url, type }, 'resource_failed', describeUnshown(warnings.clean(mimeType)));
  };

  let turns = 0;
  /** Waits until a worker has done what it has to do now, so that what it asks for next is known. */
  const awaitTurn = async (session: Session) => {
    const turn = `turn ${++turns}`;
    open.set(turn, { url: 'a worker', type: undefined, isAwaited: true });
    await session.send('Runtime.evaluate', { expression: nextTurn, awaitPromise: true }).catch(() => undefined);
    done(turn);
  };

  page.onSession((session, kind) => {
    const start = `start ${++turns}`;
    // A worker asks for nothing before it has its script, whose end it tells itself.
    if (kind === 'worker') {
      open.set(start, { url: 'a worker', type: undefined, isAwaited: true });
      void session.closed.then(() => done(start));
    }
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId, loaderId }) => {
      if (!request.url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(request.url)) isSelfContained = false;
      if (isStopped) {
        if (repeated.size < openLimit) repeated.set(requestId, copyStart(request.url));
        return;
      }
      if (frameId === page.frame && requestId === loaderId) return;
      if (open.has(requestId)) return;
      if (open.size >= openLimit) {
        warnings.add('resource_failed', sayBeyondOpen());
        return;
      }
      // The end of what the browser itself asks for, as the script of a shared worker, is not always told.
      const isAwaited = awaited.has(type ?? '') && (type !== 'Script' || loaderId !== '');
      open.set(requestId, { url: copyStart(request.url), type, isAwaited });
      for (const waiter of waiters) waiter();
    });
    session.on('Network.responseReceived', ({ requestId, type, response, frameId, loaderId }) => {
      if (response.status >= 400) loseAgain(requestId);
      if (isStopped || (frameId === page.frame && requestId === loaderId)) return;
      const answered = { url: response.url, ...open.get(requestId), type };
      if (response.status < 400) {
        keepArrived(answered, response.mimeType, kind);
        return;
      }
      // The page's own files are answered from their list alone.
      const isOwn = answered.url.startsWith(`${origin}/`);
      fail(answered, 'resource_missing', isOwn ? 'is not among its files' : `answered ${response.status}`);
    });
    session.on('Network.loadingFinished', ({ requestId }) => {
      // What a worker makes of an answer is still to come.
      if (kind === 'worker' && (open.has(start) || open.get(requestId)?.isAwaited)) void awaitTurn(session);
      done(start);
      done(requestId);
    });
    session.on('Network.loadingFailed', ({ requestId, type, canceled, blockedReason, errorText }) => {
      const request = open.get(requestId);
      loseAgain(requestId);
      done(start);
      done(requestId);
      if (request === undefined || canceled) return;
      const known = { ...request, type };
      if (blockedReason === 'mixed-content')
        fail(known, 'mixed_content', 'is http and was not loaded into an https page');
      else if (blockedReason) fail(known, 'resource_blocked', `was blocked (${blockedReason})`);
      else if (egress.isUnknown(known.url))
        fail(known, 'resource_failed', 'could not be loaded: the name of its host could not be resolved');
      else if (egress.isRefused(known.url)) fail(known, 'resource_blocked', 'was not loaded: its URL is not allowed');
      else
        fail(
          known,
          'resource_failed',
          `could not be loaded${explainCertificate(errorText, egress.faultOf(known.url))}`,
        );
    });
    session.set('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
    if (kind === 'page' && !isStatic) {
      session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
        const { exception, text } = exceptionDetails;
        // What is thrown may be no error.
        const said = exception?.description?.split('\n')[0] ?? String(exception?.value ?? text);
        warnings.add('console_error', `A script failed: ${warnings.clean(said)}`);
      });
      session.set('Runtime.enable');
    }
  });

  const listAwaited = () =>
    [...open.values()].filter(({ isAwaited }) => isAwaited).map(({ url }) => warnings.clean(url));

  return {
    warnings: warnings.list,
    get failure() {
      return failure;
    },
    get isSelfContained() {
      return isSelfContained;
    },
    listOpen: () =>
      [...open.values()].filter(({ type }) => visible.has(type ?? '')).map(({ url }) => warnings.clean(url)),
    listAwaited,
    listImages: () => [...images],
    reportUnshown(url, type) {
      const start = copyStart(url);
      if (failed.has(start) || images.has(start) || documents.has(start) || !/^https?:/.test(url)) return;
      fail({ url, type: 'Document' }, 'resource_failed', describeUnshown(warnings.clean(type)));
    },
    stop() {
      isStopped = true;
    },
    reportUnread(url, why = 'arrived, but the browser cannot read it') {
      // An answer that is given once says nothing of the image.
      if (lostAgain.has(copyStart(url))) return;
      if (!failed.has(copyStart(url))) fail({ url, type: 'Image' }, 'resource_failed', why);
    },
    answers: (milliseconds) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(limit);
          waiters.delete(look);
          resolve();
        };
        const limit = setTimeout(finish, milliseconds);
        const look = () => {
          if (listAwaited().length === 0) finish();
        };
        waiters.add(look);
        look();
      }),
    idle: (milliseconds) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const look = () => {
          clearTimeout(timer);
          if (open.size === 0) timer = setTimeout(finish, milliseconds);
        };
        const finish = () => {
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
  };
}

/** What is wrong with a certificate. The browser says no more of one whose authority it does not know. */
function explainCertificate(errorText: string, fault: CertificateFault | undefined): string {
  const code = /^net::(ERR_CERT_\w+)$/.exec(errorText)?.[1];
  if (code === undefined) return '';
  return ` (${code === 'ERR_CERT_AUTHORITY_INVALID' && fault ? `ERR_${fault}` : code})`;
}

function describeUnshown(type: string): string {
  return `is not printed: the browser shows no ${type || 'such file'} inside of a page`;
}

/** The start of an address. A mere slice would hold on to the whole: a `data:` address may have megabytes. */
function copyStart(url: string): string {
  return Buffer.from(url.slice(0, urlLimit)).toString();
}
