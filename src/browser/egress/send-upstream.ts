import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import type { Upstream } from './dial.ts';
import { forwardRequestHeaders } from './forward-headers.ts';
import type { Target } from './target.ts';
import { proxyHeaders } from './upstream-proxy.ts';

/** The largest head of a message in bytes, both ways. */
export const headerSizeLimit = 64 * 1024;

/** Sends the head of a client's request over a connection to its target; the caller sends the body. Throws if it cannot be written. */
export function sendUpstream(
  request: IncomingMessage,
  { socket, proxy }: Upstream,
  { host, port }: Target,
  path: string,
  connectionHeaders: readonly string[] = ['Connection', 'close'],
): ClientRequest {
  const hostField = port === 80 ? host : `${host}:${port}`;
  return http.request({
    createConnection: () => socket,
    method: request.method ?? 'GET',
    path: proxy ? `http://${hostField}${path}` : path,
    headers: [
      ...forwardRequestHeaders(request.rawHeaders, hostField),
      ...(proxy ? proxyHeaders(proxy) : []),
      ...connectionHeaders,
    ],
    maxHeaderSize: headerSizeLimit,
  });
}
