import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Lingering } from './linger.ts';
import { RequestError, toProblem } from './problems.ts';

/** What Node's HTTP parser reports of a request that it cannot read: the status line and what is wrong. */
const faults: Record<string, [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are larger than 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'the chunk extensions are too large'],
};
const problemType = 'application/problem+json';
const malformed: [string, string] = ['400 Bad Request', 'the request is not valid HTTP'];

/** Answers what no route ever sees: CONNECT, and an Expect that asks for anything but "100-continue". */
export function answerTransportErrors(server: Server, lingering: Lingering): void {
  // Without a listener Node answers without a body.
  server.on('checkExpectation', (request, response) => {
    const body = describe(['417', 'the header Expect may only be "100-continue"'], 'invalid_request');
    response.writeHead(417, {
      'content-type': problemType,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    });
    lingering.afterAnswer(request);
    response.end(body);
  });
  // Without a listener Node cuts the connection and says nothing.
  server.on('connect', (_request, socket) => {
    const status: [string, string] = ['405 Method Not Allowed', 'this service is not a proxy'];
    lingering.withAnswer(socket, writeAnswer(status, 'method_not_allowed', ['Allow: ']));
  });
}

/** Answers a connection whose request is malformed or late, and closes it. */
export function answerClientError(error: { code?: string }, socket: Duplex, lingering: Lingering): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else lingering.withAnswer(socket, writeAnswer(faults[error.code ?? ''] ?? malformed, 'invalid_request'));
}

type TransportCode = 'invalid_request' | 'method_not_allowed';

function describe([status, detail]: [status: string, detail: string], code: TransportCode): string {
  const error = new RequestError(code, detail, { status: Number(status.slice(0, 3)) });
  return JSON.stringify(toProblem(error, randomUUID()));
}

function writeAnswer([status, detail]: [string, string], code: TransportCode, headers: string[] = []): string {
  const body = describe([status, detail], code);
  const head = [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
