import type { Dispatcher, Pool } from 'undici';
import { describeUnwritable, encodeRequestBytes } from '../contract/index.ts';
import { type Environment, findProxy } from './find-proxy.ts';
import { ServiceError } from './service-error.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';

/** A transport that needs no name for what it sends. */
export interface HttpTransport extends Transport {
  send(request: Omit<TransportRequest, 'route' | 'id' | 'query'>): Promise<TransportAnswer>;
}

/** Opens a transport over HTTP to one origin. `timeoutMs` is the deadline of a whole call; undici's own timers stay above it. */
export async function openHttpTransport(target: URL, env: Environment, timeoutMs: number): Promise<HttpTransport> {
  const proxy = findProxy(target, env);
  // HTTP/2 stays off: one origin, few calls, and proxies that speak it half are common.
  const options = { headersTimeout: timeoutMs + 5000, bodyTimeout: timeoutMs + 5000, allowH2: false };
  const dispatcher = await (proxy ? openProxied(proxy, options) : openDirect(target, options));
  return sendThrough(dispatcher, proxy);
}

/** A transport that sends through a dispatcher, which it closes with itself. */
export function sendThrough(dispatcher: Pick<Dispatcher, 'request' | 'destroy'>, proxy?: URL): HttpTransport {
  return {
    async send({ url: { origin, pathname, search }, method, headers, body, signal }) {
      const answer = await dispatcher.request({
        origin,
        path: `${pathname}${search}`,
        method: method as Dispatcher.HttpMethod,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: body === undefined ? null : writeJson(body),
        signal,
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    proxy: proxy && `${proxy.protocol}//${proxy.host}`,
    close: () => dispatcher.destroy(),
  };
}

/** A pool is enough, because all requests go to one origin. */
async function openDirect({ origin }: URL, options: Pool.Options): Promise<Dispatcher> {
  const { Pool } = await import('./undici/pool.ts');
  return new Pool(origin, options);
}

async function openProxied(proxy: URL, options: Pool.Options): Promise<Dispatcher> {
  const { createProxyDispatcher } = await import('./proxy-dispatcher.ts');
  return createProxyDispatcher(proxy, options);
}

/** A body as JSON, its bytes in base64. Throws `invalid_request` for what JSON cannot hold, such as a circle. */
function writeJson(body: unknown): string {
  try {
    return JSON.stringify(encodeRequestBytes(body), function (this: Record<string, unknown>, key, value) {
      const unwritable = describeUnwritable(value, this[key]);
      if (unwritable !== undefined) throw new Error(`${key} ${unwritable}`);
      return value;
    });
  } catch (cause) {
    throw new ServiceError('invalid_request', `the request cannot be written as JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}
