import type { Protocol } from 'devtools-protocol';
import type { Page } from './page.ts';
import { buildWarnings, type PageWarning } from './warnings.ts';

/** What a page loads beside its main document. */
export interface ResourceWatch {
  /** What went wrong so far. */
  readonly warnings: readonly PageWarning[];
  /** Failures that show on paper: images, fonts, styles, scripts, media, frames. */
  readonly failures: readonly string[];
  /** Whether the page asked for nothing but its own synthetic origin and what it carries itself. */
  readonly isSelfContained: boolean;
  /** Addresses still under way, as first asked for. */
  readonly pending: readonly string[];
  /** Settles when no request was under way for so long. */
  idle(milliseconds: number): Promise<void>;
}

interface Asked {
  url: string;
  type: Protocol.Network.ResourceType | undefined;
}

const visible = new Set<string>(['Image', 'Font', 'Stylesheet', 'Script', 'Media', 'Document']);
const reported = new Set<string>([...visible, 'XHR', 'Fetch', 'EventSource', 'WebSocket', 'Other', 'Manifest']);

/**
 * Follows the requests of a page and all its frames and workers (DevTools domain Network). Addresses are named as the page
 * first asked for them, never as a redirect changed them. `origin` is the page's own synthetic origin, if it has one;
 * `isRefused` knows what the egress rules refused; a document that `isStatic` throws no errors.
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
  const asked = new Map<string, Asked>();
  const open = new Map<string, string>();
  const waiters = new Set<() => void>();
  let isSelfContained = origin !== undefined;

  const done = (id: string) => {
    open.delete(id);
    for (const waiter of waiters) waiter();
  };
  const fail = (one: Asked, code: string, why: string) => {
    if (!reported.has(one.type ?? 'Other') || /\/favicon\.ico$/.test(one.url)) return;
    const detail = `${warnings.name(one.url)} ${why}`;
    warnings.add(code, detail);
    if (visible.has(one.type ?? '')) failures.push(detail);
  };

  page.onSession((session, kind) => {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId, loaderId }) => {
      if (!request.url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(request.url)) isSelfContained = false;
      if (frameId === page.frame && requestId === loaderId) return;
      if (asked.has(requestId)) return;
      asked.set(requestId, { url: request.url, type });
      open.set(requestId, request.url);
      for (const waiter of waiters) waiter();
    });
    session.on('Network.responseReceived', ({ requestId, type, response, frameId, loaderId }) => {
      if (frameId === page.frame && requestId === loaderId) return;
      const one = { url: response.url, ...asked.get(requestId), type };
      asked.set(requestId, one);
      if (response.status >= 400) fail(one, 'resource_missing', `answered ${response.status}`);
    });
    session.on('Network.loadingFinished', ({ requestId }) => done(requestId));
    session.on('Network.loadingFailed', ({ requestId, type, canceled, blockedReason }) => {
      done(requestId);
      const one = asked.get(requestId);
      if (one === undefined || canceled) return;
      const known = { ...one, type };
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
