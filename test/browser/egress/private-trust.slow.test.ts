import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readPdf } from '../../engine/read-pdf.ts';
import { openTestEngine, renderParts } from '../../engine/test-engine.ts';
import { makeAuthority, type TestCertificate } from '../../helpers/test-authority.ts';

const authority = makeAuthority();
const font = readFileSync(new URL('../../../examples/assets/source-serif-regular.woff2', import.meta.url));
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

const page = `<!doctype html><title>Private</title><link rel="stylesheet" href="/style.css"><img src="/image.png">
  <iframe src="/frame"></iframe><p id="said">nothing<p id="pushed">nothing
  <script>
    fetch('/data').then((answer) => answer.text()).then((text) => { said.textContent = text });
    new WebSocket('wss://' + location.host + '/socket').onmessage = ({ data }) => { pushed.textContent = data; window.isPushed = true };
  </script>`;

const files: Record<string, [type: string, body: string | Buffer]> = {
  '/': ['text/html', page],
  '/frame': ['text/html', '<p>in a frame'],
  '/style.css': [
    'text/css',
    '@font-face { font-family: Own; src: url(/font.woff2) } p { font-family: Own; color: red }',
  ],
  '/image.png': ['image/png', png],
  '/font.woff2': ['font/woff2', font],
  '/data': ['text/plain', 'fetched over TLS'],
};

/** A server of HTTP/2 and HTTP/1.1 over TLS, with WebSockets, that notes what it was asked for. */
async function openSecureSite(certificate: TestCertificate) {
  const asked: string[] = [];
  const answer = (
    { url = '', httpVersion }: Http2ServerRequest | http.IncomingMessage,
    response: Http2ServerResponse,
  ) => {
    asked.push(`${url} ${httpVersion}`);
    const [type, body] = files[url] ?? ['text/plain', ''];
    response.writeHead(files[url] ? 200 : 404, { 'content-type': type, 'access-control-allow-origin': '*' });
    response.end(body);
  };
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, answer);
  server.on('upgrade', (request: http.IncomingMessage, socket) => {
    asked.push(`${request.url} websocket`);
    const accept = createHash('sha1').update(
      `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
    );
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`,
    );
    const text = Buffer.from('pushed over TLS');
    socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, asked, close: () => server.close() };
}

describe('a certificate of a private authority', () => {
  const sites: Record<string, Awaited<ReturnType<typeof openSecureSite>>> = {};
  const site = (name: string) => sites[name] as Awaited<ReturnType<typeof openSecureSite>>;
  const trusting = openTestEngine({ authorities: [`a comment\n${authority.cert}`], concurrency: 1 });
  const plain = openTestEngine({ concurrency: 1 });

  beforeAll(async () => {
    sites.valid = await openSecureSite(authority.issue(['localhost']));
    sites.expired = await openSecureSite(authority.issue(['localhost'], { expires: 2021 }));
    sites.foreign = await openSecureSite(makeAuthority('another authority').issue(['localhost']));
  });
  afterAll(async () => {
    for (const { close } of Object.values(sites)) close();
    await Promise.all([trusting.close(), plain.close()]);
  });

  it('counts for a page at a URL and all that it loads', async () => {
    const url = `https://localhost:${site('valid').port}/`;
    const options = { wait_for: { expression: 'window.isPushed' } };
    const { pdf, warnings } = await renderParts(trusting, { url, options });
    const text = (await readPdf(pdf)).pages.join(' ');
    expect(warnings).toEqual([]);
    for (const words of ['fetched over TLS', 'pushed over TLS', 'in a frame']) expect(text).toContain(words);
    expect(site('valid').asked).toEqual(
      expect.arrayContaining([
        ...['/', '/style.css', '/image.png', '/font.woff2', '/data', '/frame'].map((path) => `${path} 1.1`),
        '/socket websocket',
      ]),
    );
  });

  it('counts for what a document loads from elsewhere, a style sheet and its font among it', async () => {
    const { port, asked } = site('valid');
    asked.length = 0;
    const base = `https://localhost:${port}`;
    const html = `<link rel="stylesheet" href="${base}/style.css"><img src="${base}/image.png"><p>text`;
    const { warnings } = await renderParts(trusting, { html });
    expect(warnings).toEqual([]);
    expect(new Set(asked)).toEqual(new Set(['/font.woff2 1.1', '/image.png 1.1', '/style.css 1.1']));
  });

  it.each([
    ['has expired', 'expired', 'localhost', 'ERR_CERT_DATE_INVALID'],
    ['is for another host', 'valid', '127.0.0.1', 'ERR_CERT_COMMON_NAME_INVALID'],
    ['is of an authority that is not trusted', 'foreign', 'localhost', 'ERR_CERT_AUTHORITY_INVALID'],
  ])('that %s fails with its cause', async (_, name, host, cause) => {
    const { port, asked } = site(name);
    asked.length = 0;
    const url = `https://${host}:${port}/`;
    await expect(renderParts(trusting, { url })).rejects.toMatchObject({
      code: 'page_unreachable',
      detail: `The page could not be reached (${cause}).`,
    });
    const { warnings } = await renderParts(trusting, { html: `<p>text<img src="${url}image.png">` });
    expect(warnings).toMatchObject([
      { code: 'resource_failed', detail: `${url}image.png could not be loaded (${cause})` },
    ]);
    expect(asked).toEqual([]);
  });

  it('does not count without the authority', async () => {
    const url = `https://localhost:${site('valid').port}/`;
    await expect(renderParts(plain, { url })).rejects.toMatchObject({
      detail: 'The page could not be reached (ERR_CERT_AUTHORITY_INVALID).',
    });
  });

  it('opens no way past the rules of egress', async () => {
    const engine = openTestEngine({ authorities: [authority.cert], egress: { level: 'public' } });
    onTestFinished(() => engine.close());
    const { port, asked } = site('valid');
    asked.length = 0;
    await expect(renderParts(engine, { url: `https://localhost:${port}/` })).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    expect(asked).toEqual([]);
  });

  it('leaves WebSockets without TLS alone', async () => {
    const server = http.createServer();
    server.on('upgrade', (request, socket) => {
      const accept = createHash('sha1').update(
        `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
      );
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`,
      );
      socket.write(Buffer.concat([Buffer.from([0x81, 6]), Buffer.from('pushed')]));
    });
    server.listen(0);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const html = `<p id="out">nothing<script>new WebSocket('ws://localhost:${port}/').onmessage = ({ data }) => {
      out.textContent = data; window.ready = true };</script>`;
    const { pdf } = await renderParts(trusting, { html, options: { wait_for: { expression: 'window.ready' } } });
    expect((await readPdf(pdf)).pages[0]).toContain('pushed');
  });
});
