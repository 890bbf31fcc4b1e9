import { watchResources } from '../../../../src/engine/page/load/watch-resources.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';

type Listener = (event: object) => void;

/** How a page is watched. */
export interface WatchedPage {
  origin?: string;
  isStatic?: boolean;
  refused?: string;
  unknown?: string;
  fault?: string;
  kind?: string;
}

export const host = 'https://a.example';

/** A watch of a page whose main frame is `main`, and what tells it of requests. */
export function watchPage({ origin, isStatic = false, refused, unknown, fault, kind = 'page' }: WatchedPage = {}) {
  const listeners = new Map<string, Listener>();
  const closed = Promise.withResolvers<void>();
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const session = {
    on: (name: string, listener: Listener) => listeners.set(name, listener),
    set: (name: string) => sent.push(name),
    send: () => new Promise<void>((resolve) => answers.push(resolve)),
    closed: closed.promise,
  };
  const page = { frame: 'main', onSession: (start: (...given: unknown[]) => void) => start(session, kind) };
  const egress = {
    isRefused: (url: string) => url === refused,
    isUnknown: (url: string) => url === unknown,
    faultOf: () => fault,
  };
  const resources = watchResources(page as unknown as Page, { egress: egress as never, origin, isStatic });
  const tell = (name: string, event: object) => listeners.get(`Network.${name}`)?.(event);
  const request = (url: string, type = 'Image', requestId = url, more: object = {}) =>
    tell('requestWillBeSent', { requestId, request: { url }, type, frameId: 'main', loaderId: 'page', ...more });
  const answer = (url: string, status = 200, type = 'Image', mimeType = 'image/png', requestId = url) =>
    tell('responseReceived', {
      requestId,
      type,
      response: { url, status, mimeType },
      frameId: 'main',
      loaderId: 'page',
    });
  const finish = (requestId: string) => tell('loadingFinished', { requestId });
  const fail = (requestId: string, more: object = {}, type = 'Image') =>
    tell('loadingFailed', { requestId, type, canceled: false, errorText: 'net::ERR_FAILED', ...more });
  const details = () => resources.warnings.map(({ code, detail }) => `${code}: ${detail}`);
  const except = (exceptionDetails: object) => listeners.get('Runtime.exceptionThrown')?.({ exceptionDetails });
  return { resources, request, answer, finish, fail, details, except, sent, answers, close: closed.resolve };
}
