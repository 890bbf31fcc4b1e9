import type { Dispatcher, Pool } from 'undici';
import { type Environment, findProxy } from './find-proxy.ts';
import type { HttpTransport } from './transport.ts';
import { sendThrough } from './undici/send-through.ts';

/** Opens a transport over HTTP to one origin. `timeoutMs` is the deadline of a whole call; undici's own timers stay above it. */
export async function openHttpTransport(target: URL, env: Environment, timeoutMs: number): Promise<HttpTransport> {
  const proxy = findProxy(target, env);
  // HTTP/2 stays off: one origin, few calls, and proxies that speak it half are common.
  const options = { headersTimeout: timeoutMs + 5000, bodyTimeout: timeoutMs + 5000, allowH2: false };
  const dispatcher = await (proxy ? openProxied(proxy, options) : openDirect(target, options));
  return sendThrough(dispatcher, proxy);
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
