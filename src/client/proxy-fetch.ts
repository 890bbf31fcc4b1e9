import { type Environment, findProxies } from './find-proxy.ts';
import type { ProxyFetchOptions } from './transport.ts';
import { fetchThrough } from './undici/fetch-through.ts';

/** `fetch` through the proxies that the environment names. Redirects are not followed. */
type ProxyFetch = (address: string, options?: ProxyFetchOptions) => Promise<Response>;

/**
 * Builds a `fetch` for other services than this one, such as a provider to sign in with; undefined if no variable names a proxy.
 * Throws `config_invalid` if one names an invalid one.
 */
export function buildProxyFetch(env: Environment): ProxyFetch | undefined {
  const findFor = findProxies(env);
  if (findFor === undefined) return undefined;
  return async (address, options = {}) => {
    const target = new URL(address);
    const proxy = findFor(target);
    if (proxy === undefined) {
      const { method = 'GET', headers = {}, body, signal } = options;
      return fetch(target, {
        method,
        headers,
        body: (body as RequestInit['body']) ?? null,
        signal: signal ?? null,
        redirect: 'manual',
      });
    }
    const { createProxyDispatcher } = await import('./proxy-dispatcher.ts');
    return fetchThrough(createProxyDispatcher(proxy, { allowH2: false }), target, options);
  };
}
