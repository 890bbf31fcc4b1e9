import type { Protocol } from 'devtools-protocol';
import type { Page } from './page.ts';
import { buildWarnings, type PageWarning } from './warnings.ts';

/** The requests of a page beside its main document. */
export interface ResourceWatch {
  /** The warnings so far. */
  readonly warnings: readonly PageWarning[];
  /** Failures that show on paper: images, fonts, styles, scripts, media, frames. */
  readonly failures: readonly string[];
  /** Whether the page requested only its own synthetic origin and data:, blob: and about: addresses. */
  readonly isSelfContained: boolean;
  /** Addresses of open requests, as first requested. */
  readonly pending: readonly string[];
  /** Settles once no request has been open for so many milliseconds. */
  idle(milliseconds: number): Promise<void>;
}

interface SeenRequest {
  url: string;
  type: Protocol.Network.ResourceType | undefined;
}

const visible = new Set<string>(['Image', 'Font', 'Stylesheet', 'Script', 'Media', 'Document']);
const reported = new Set<string>([...visible, 'XHR', 'Fetch', 'EventSource', 'WebSocket', 'Other', 'Manifest']);

/**
 * Watches the requests of a page, its frames and its workers (DevTools domain Network). Reports an address as the page first
 * requested it, not as a redirect changed it. `origin` is the page's synthetic origin, if it has one. `isRefused` says
 * whether the egress rules refused an address. A static document throws no exceptions, so none are watched.
 */
export function watchResources(
  page: Page,
  {
    isRefused,
    origin,
    isStatic,
  }: { isRefused: (url: string) => boolean; origin: string | undefined; isStatic: boolean },
): ResourceWatch {
  const warnings = buildWarnings(origin);
  const failures: string[] = [];
  const seen = new Map<string, SeenRequest>();
  const open = new Map<string, string>();
  const waiters = new Set<() => void>();
  let isSelfContained = origin !== undefined;

  const done = (id: string) => {
    open.delete(id);
    for (const waiter of waiters) waiter();
  };
  const fail = (request: SeenRequest, code: string, why: string) => {
    if (!reported.has(request.type ?? 'Other') || /\/favicon\.ico$/.test(request.url)) return;
    const detail = `${warnings.name(request.url)} ${why}`;
    warnings.add(code, detail);
    if (visible.has(request.type ?? '')) failures.push(detail);
  };

  page.onSession((session, kind) => {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId, loaderId }) => {
      if (!request.url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(request.url)) isSelfContained = false;
      if (frameId === page.frame && requestId === loaderId) return;
      if (seen.has(requestId)) return;
      seen.set(requestId, { url: request.url, type });
      open.set(requestId, request.url);
      for (const waiter of waiters) waiter();
    });
    session.on('Network.responseReceived', ({ requestId, type, response, frameId, loaderId }) => {
      if (frameId === page.frame && requestId === loaderId) return;
      const answered = { url: response.url, ...seen.get(requestId), type };
      seen.set(requestId, answered);
      if (response.status >= 400) fail(answered, 'resource_missing', `answered ${response.status}`);
    });
    session.on('Network.loadingFinished', ({ requestId }) => done(requestId));
    session.on('Network.loadingFailed', ({ requestId, type, canceled, blockedReason }) => {
      done(requestId);
      const request = seen.get(requestId);
      if (request === undefined || canceled) return;
      const known = { ...request, type };
      if (blockedReason === 'mixed-content')
        fail(known, 'mixed_content', 'is http and was not loaded into an https page');
      else if (blockedReason) fail(known, 'resource_blocked', `was blocked (${blockedReason})`);
      else if (isRefused(known.url)) fail(known, 'resource_blocked', 'was not loaded: the address is not allowed');
      else fail(known, 'resource_failed', 'could not be loaded');
    });
    session.set('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
    if (kind === 'page' && !isStatic) {
      session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
        const { exception, text } = exceptionDetails;
        warnings.add('console_error', warnings.clean(exception?.description?.split('\n')[0] ?? text));
      });
      session.set('Runtime.enable');
    }
  });

  return {
    warnings: warnings.list,
    failures,
    get isSelfContained() {
      return isSelfContained;
    },
    get pending() {
      return [...open.values()].map(warnings.name);
    },
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
