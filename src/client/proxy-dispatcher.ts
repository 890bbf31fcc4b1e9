import type { Dispatcher, Pool } from 'undici';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import './undici/pool.ts';

/** A dispatcher through a proxy, in its own file because few need one. */
export function createProxyDispatcher(proxy: URL, options: Pool.Options): Dispatcher {
  return new ProxyAgent({ ...options, uri: proxy.href });
}
