import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sendJson, sendPdf, tinyPdf } from '../../helpers/recording-server.ts';
import type { Row } from '../row.ts';
import { makeSelfSigned } from '../self-signed.ts';
import { type Answer, differsFrom, talk, unless, type Workspace } from '../talk.ts';

const old = 'the old file';
const ordinary: Answer = (_request, response) => sendPdf(response);

/** A service below HTTP: sends these bytes for any request, and then closes or resets the connection. */
async function startRawService(bytes: string, reset: boolean) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(bytes, 'latin1', () => (reset ? socket.resetAndDestroy() : socket.end())));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const pdfText = tinyPdf.toString('latin1');
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n';
const half = pdfText.slice(0, 120);
const cuts: readonly [input: string, bytes: string, reset?: boolean][] = [
  ['a length that is not reached', `${head}Content-Length: ${tinyPdf.length}\r\n\r\n${half}`],
  [
    'chunks that end in their middle',
    `${head}Transfer-Encoding: chunked\r\n\r\n${half.length.toString(16)}\r\n${half}\r\n50\r\nab`,
  ],
  ['a chunk of no length', `${head}Transfer-Encoding: chunked\r\n\r\n${half.length.toString(16)}\r\n${half}\r\nzz\r\n`],
  ['a body that ends with the connection', `${head}Connection: close\r\n\r\n${half}`],
  ['a reset', `${head}Content-Length: ${tinyPdf.length}\r\n\r\n${half}`, true],
  ['headers that do not end', 'HTTP/1.1 200 OK\r\nContent-Ty'],
  ['nothing at all', ''],
];

function cut([input, bytes, reset = false]: (typeof cuts)[number]): Row {
  return talk('D06', input, ordinary, async ({ folder, platen }) => {
    const service = await startRawService(bytes, reset);
    writeFileSync(join(folder, 'out.pdf'), old);
    const words = ['render', 'pdf', 'https://example.com', '-o', 'out.pdf', '--force', '--retries', '0'];
    const ended = await platen(words, { PLATEN_BASE_URL: service.url }).finally(service.close);
    return [...unless([11], ended), ...differsFrom(folder, { 'out.pdf': old })];
  });
}

/** A service with a certificate that nobody should take, or one that is right. */
function present(input: string, host: string, trusted: boolean, expires: number, code: number): Row {
  return talk('D10', input, ordinary, async ({ folder, platen }) => {
    const certificate = makeSelfSigned({ host, expires });
    let asked = 0;
    const server = https.createServer(certificate, (request, response) => {
      asked += 1;
      request.resume().on('end', () => sendPdf(response));
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    writeFileSync(join(folder, 'ca.pem'), certificate.cert);
    const words = [
      'render',
      'pdf',
      'https://example.com',
      '-o',
      'out.pdf',
      ...(trusted ? ['--ca-file', 'ca.pem'] : []),
    ];
    const address = `https://localhost:${(server.address() as AddressInfo).port}`;
    const ended = await platen(words, { PLATEN_BASE_URL: address });
    server.close();
    const wrong = unless([code], ended);
    if ((code === 0) !== asked > 0) wrong.push(`${asked} requests came over it`);
    if ((code === 0) !== existsSync(join(folder, 'out.pdf'))) wrong.push('the output does not fit the exit code');
    return wrong;
  });
}

function redirect(status: number, to: string, input: string): Row {
  const send: Answer = (_request, response) => response.writeHead(status, { location: to }).end();
  return {
    ...talk('D01', `${status} to ${input}`, send, async ({ folder, server, render }) => {
      const ended = await render();
      const wrong = [...unless([3], ended), ...differsFrom(folder, {})];
      if (server.requests.length !== 1) wrong.push(`${server.requests.length} requests`);
      return wrong;
    }),
  };
}

/** A row during which nothing of the outside is contacted, public or not. */
function silently(row: Row): Row {
  if (!('run' in row)) return row;
  return {
    ...row,
    run: async (service, hits) => {
      const wrong = await row.run(service, hits);
      return [...wrong, ...hits().map(({ to, port, asked }) => `contacted ${to}:${port} ${asked}`)];
    },
  };
}

function busy(
  status: number,
  retryAfter: () => string,
  input: string,
  run: (workspace: Workspace) => Promise<string[]>,
): Row {
  const send: Answer = (_request, response, number) =>
    number === 0
      ? sendJson(
          response,
          status,
          { code: status === 429 ? 'rate_limited' : 'queue_full' },
          { 'retry-after': retryAfter() },
        )
      : sendPdf(response);
  return talk('D09', `${status} with Retry-After ${input}`, send, run);
}

/** The answer that came after a wait counts. */
async function waits({ server, render }: Workspace): Promise<string[]> {
  const ended = await render();
  return [...unless([0], ended), ...(server.requests.length === 2 ? [] : [`${server.requests.length} requests`])];
}

/** A wait that does not fit into the time of the command is not begun. */
function givesUp(code: number): (workspace: Workspace) => Promise<string[]> {
  return async ({ server, render }) => {
    const ended = await render('--timeout', '20s');
    const wrong = unless([code], ended);
    if (server.requests.length !== 1) wrong.push(`${server.requests.length} requests`);
    if (ended.ms > 10_000) wrong.push(`took ${Math.round(ended.ms)} ms`);
    return wrong;
  };
}

/** What the command line does with the answers of a service that is hostile or broken. */
export const answerRows: readonly Row[] = [
  ...[301, 302, 303, 307, 308].map((status) => redirect(status, 'http://10.0.0.5/x', 'another host')),
  redirect(307, 'http://public.test/x', 'a public host'),
  redirect(308, 'http://127.0.0.1:8080/x', 'another port'),
  redirect(307, 'https://127.0.0.1/x', 'another scheme'),
  redirect(307, 'file:///etc/passwd', 'a file'),
  ...['http://public.test', 'http://10.0.0.5:8080', 'http://localhost.public.test', 'http://[fd00::5]'].map((address) =>
    silently(
      talk('D02', `a key for ${address}`, ordinary, async ({ platen, folder }) => {
        const words = ['render', 'pdf', 'https://example.com', '-o', 'out.pdf'];
        const ended = await platen(words, { PLATEN_BASE_URL: address });
        return [...unless([3], ended), ...differsFrom(folder, {})];
      }),
    ),
  ),
  ...cuts.map(cut),
  busy(429, () => '1', 'in seconds', waits),
  busy(503, () => '1', 'in seconds', waits),
  busy(503, () => new Date(Date.now() + 1500).toUTCString(), 'as a date', waits),
  busy(503, () => new Date(Date.now() - 86_400_000).toUTCString(), 'as a date that is over', waits),
  busy(429, () => 'soon', 'that is no time', waits),
  busy(429, () => '3600', 'of an hour', givesUp(8)),
  busy(503, () => '1e9', 'beyond any number', waits),
  busy(503, () => '99999999999999999999', 'of ages', waits),
  busy(503, () => new Date(Date.now() + 86_400_000).toUTCString(), 'as a date of tomorrow', givesUp(10)),
  present('a certificate that is right', 'localhost', true, 2049, 0),
  present('a certificate that nobody has signed', 'localhost', false, 2049, 11),
  present('a certificate that has expired', 'localhost', true, 2021, 11),
  present('a certificate for another host', 'public.test', true, 2049, 11),
];
