import { type Dispatcher, type Pool, ProxyAgent } from 'undici';

/** A dispatcher through a proxy, in a file of its own because few need one. */
export function createProxyDispatcher(proxy: URL, options: Pool.Options): Dispatcher {
  return new ProxyAgent({ ...options, uri: proxy.href });
}
