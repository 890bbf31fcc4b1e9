import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import type net from 'node:net';
import { forwardRequestHeaders } from './forward-headers.ts';
import type { Target } from './target.ts';

/** The largest head of a message in bytes, both ways. */
export const maxHeaderSize = 64 * 1024;

/** Starts a client's request anew over a connection to its target. The body is the caller's to send. Throws if the
 * request cannot be written. */
export function sendUpstream(
  request: IncomingMessage,
  upstream: net.Socket,
  { host, port }: Target,
  path: string,
  connectionHeaders: readonly string[] = ['Connection', 'close'],
): ClientRequest {
  const hostField = port === 80 ? host : `${host}:${port}`;
  return http.request({
    createConnection: () => upstream,
    method: request.method ?? 'GET',
    path,
    headers: [...forwardRequestHeaders(request.rawHeaders, hostField), ...connectionHeaders],
    maxHeaderSize,
  });
}
