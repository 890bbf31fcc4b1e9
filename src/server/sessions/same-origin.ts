import type { FastifyRequest } from 'fastify';
import { RequestError } from '../answers/problems.ts';

type Asked = Pick<FastifyRequest, 'headers' | 'method'>;

/** Whether a Host names this machine itself: a page that rebinds its own name to it sends that name. */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? '');
}

/** A page elsewhere can have its own name lead to this machine (DNS rebinding); its requests still say that name. Throws `forbidden`. */
export function refuseOtherHosts({ headers }: Pick<Asked, 'headers'>): void {
  if (isLoopbackHost(headers.host)) return;
  throw new RequestError('forbidden', 'this dashboard is available only on this machine, at 127.0.0.1 or localhost');
}

/**
 * Throws `forbidden` if a request that a cookie vouches for comes from a page of another origin (Fetch Metadata, section 2.1;
 * RFC 6454, section 7). Every browser sends `Sec-Fetch-Site` or `Origin` with a change; what sends neither must read.
 */
export function refuseForeign(request: Asked): void {
  if (isOwn(request)) return;
  throw new RequestError('forbidden', 'this request comes from a page of another origin');
}

function isOwn({ headers, method }: Asked): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  // What is typed into the address bar says "none".
  if (site !== undefined) return site === 'same-origin' || (isRead && site === 'none');
  const { origin, host } = headers;
  if (origin === undefined) return isRead;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
