import type { Dispatcher } from 'undici';
import { type Environment, findProxies } from './find-proxy.ts';

/** What a request of `ProxyFetch` may have: the part of `fetch` that libraries for other services use. */
interface ProxyFetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: RequestInit['body'] | Uint8Array;
  signal?: AbortSignal | undefined;
}

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

/** Fetches through a dispatcher, which is closed then. */
export async function fetchThrough(
  dispatcher: Pick<Dispatcher, 'request' | 'destroy'>,
  { origin, pathname, search }: URL,
  { method = 'GET', headers = {}, body, signal }: ProxyFetchOptions,
): Promise<Response> {
  try {
    const answer = await dispatcher.request({
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body == null ? null : Buffer.from(await new Response(body as RequestInit['body']).arrayBuffer()),
      signal: signal ?? null,
    });
    return await readResponse(answer);
  } finally {
    await dispatcher.destroy();
  }
}

async function readResponse({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  const bytes = await body.arrayBuffer();
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((item): [string, string] => [name, item]),
  );
  return new Response(bytes.byteLength > 0 ? bytes : null, { status: statusCode, headers: fields });
}
