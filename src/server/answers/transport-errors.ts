import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError, toProblem } from './problems.ts';

/** What Node's HTTP parser reports of a request that it cannot read: the status line and what is wrong. */
const faults: Record<string, [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are larger than 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'the chunk extensions are too large'],
};
const malformed: [string, string] = ['400 Bad Request', 'the request is not valid HTTP'];

/** Answers CONNECT, which no route ever sees. */
export function answerTransportErrors(server: Server): void {
  // Without a listener Node cuts the connection and says nothing.
  server.on('connect', (_request, socket) => {
    end(socket, ['405 Method Not Allowed', 'this service is no proxy'], 'method_not_allowed', ['Allow: ']);
  });
}

/** Answers a connection whose request is malformed or late, and closes it. */
export function answerClientError(error: { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else end(socket, faults[error.code ?? ''] ?? malformed, 'invalid_request');
}

function end(
  socket: Duplex,
  [status, detail]: [string, string],
  code: 'invalid_request' | 'method_not_allowed',
  headers: string[] = [],
): void {
  const error = new RequestError(code, detail, { status: Number(status.slice(0, 3)) });
  const body = JSON.stringify(toProblem(error, randomUUID()));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
