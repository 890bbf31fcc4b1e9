import { isIPv4 } from 'node:net';
import type { Dispatcher, Pool } from 'undici';
import { isLoopback } from './address.ts';
import { ServiceError } from './service-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One request on its way. */
export interface TransportRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  signal: AbortSignal;
}

/** The head of an answer to any request, and its body on its way. */
export interface TransportAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AnswerBody;
}

/** The bytes of an answer. Whoever does not read them to the end must drop or destroy them. */
export interface AnswerBody extends AsyncIterable<Buffer> {
  /** Reads on to the end, up to `limit` bytes, and forgets what it reads. */
  dump(options?: { limit: number }): Promise<void>;
  destroy(): unknown;
}

/** A way to the service. */
export interface Transport {
  /** Sends one request and follows nothing. Rejects with whatever keeps it from being answered. */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** The proxy it goes through, if any. */
  proxy: string | undefined;
  close(): Promise<void>;
}

/**
 * The proxy for one origin, by the usual variables: `HTTPS_PROXY` or `HTTP_PROXY` by scheme, then `ALL_PROXY`; lower case
 * first; empty is unset; `NO_PROXY` knows names, suffixes, ports, CIDR blocks and `*`. Loopback is never proxied. A value
 * without a scheme means http. Throws `config_invalid` naming the variable.
 */
export function findProxy(target: URL, env: Environment): URL | undefined {
  if (isLoopback(target.hostname) || isExcluded(target, read(env, 'no_proxy')?.value)) return undefined;
  const found = read(env, target.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? read(env, 'all_proxy');
  if (!found) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(found.value) ? found.value : `http://${found.value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ServiceError('config_invalid', `${found.name} is not the address of an http or https proxy`);
  }
  return url;
}

/** Opens the way to an origin. `timeoutMs` is the deadline of a whole call; undici's own timers stay above it. */
export async function openTransport(target: URL, env: Environment, timeoutMs: number): Promise<Transport> {
  const proxy = findProxy(target, env);
  // HTTP/2 stays off: one origin, few calls, and proxies that speak it half are common.
  const options = { headersTimeout: timeoutMs + 5000, bodyTimeout: timeoutMs + 5000, allowH2: false };
  const dispatcher = await (proxy ? openProxied(proxy, options) : openDirect(target, options));
  return {
    async send({ url, body = null, ...rest }) {
      const { origin, pathname, search } = url;
      const answer = await dispatcher.request({ origin, path: `${pathname}${search}`, body, ...rest });
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

function read(env: Environment, name: string): { name: string; value: string } | undefined {
  for (const key of [name, name.toUpperCase()]) {
    const value = env[key]?.trim();
    if (value) return { name: key, value };
  }
  return undefined;
}

function isExcluded(target: URL, list: string | undefined): boolean {
  const host = target.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return (list ?? '').split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, name = '', only] = entry.toLowerCase().match(/^(?:\*?\.)?(.*?)(?::(\d+))?$/) ?? [];
    if (only !== undefined && only !== port) return false;
    return host === name || host.endsWith(`.${name}`) || isInBlock(host, name);
  });
}

function isInBlock(host: string, block: string): boolean {
  const [base = '', width] = block.split('/');
  if (width === undefined || !isIPv4(host) || !isIPv4(base)) return false;
  const bits = Number(width);
  const mask = bits === 0 ? 0 : (-1 << (32 - bits)) >>> 0;
  return (toNumber(host) & mask) >>> 0 === (toNumber(base) & mask) >>> 0;
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
}
