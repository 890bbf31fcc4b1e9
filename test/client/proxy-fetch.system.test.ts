import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProxyFetch } from '../../src/client/proxy-fetch.ts';

const asked: string[] = [];
let target: Server;
let proxy: Server;
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  target = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/away') response.writeHead(302, { location: 'http://login.test/' }).end();
    else if (request.url === '/nothing') response.writeHead(204).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify([request.method, request.url, body]));
  });
  // Every name leads to the one target; there is no way to https.
  proxy = createServer((request, response) => {
    const { host, pathname, search } = new URL(request.url ?? '');
    asked.push(host);
    const { method = '', headers } = request;
    const further = ask({ port: portOf(target), path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(further);
  }).on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await Promise.all([listen(target), listen(proxy)]);
});
afterAll(() => Promise.all([target, proxy].map((server) => new Promise((resolve) => server.close(resolve)))));

const build = (more = {}) => buildProxyFetch({ ALL_PROXY: `http://127.0.0.1:${portOf(proxy)}`, ...more });

describe('a fetch through a proxy', () => {
  it('sends method, headers and body there, and gives the answer', async () => {
    const answer = await build()?.('http://login.test/token?a=b', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ code: 'a b' }),
    });
    expect(asked).toEqual(['login.test']);
    expect([answer?.status, answer?.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await answer?.json()).toEqual(['POST', '/token?a=b', 'code=a+b']);
  });

  it('follows nothing, and takes an answer without a body', async () => {
    expect((await build()?.('http://login.test/away'))?.headers.get('location')).toBe('http://login.test/');
    expect((await build()?.('http://login.test/nothing'))?.status).toBe(204);
  });

  it('asks the proxy for a tunnel to what speaks https', async () => {
    asked.length = 0;
    await expect(build()?.('https://login.test/')).rejects.toThrow();
    expect(asked).toEqual(['CONNECT login.test:443']);
  });

  it('goes straight to this machine and to what NO_PROXY names', async () => {
    asked.length = 0;
    const answer = await build()?.(`http://127.0.0.1:${portOf(target)}/x`);
    expect(await answer?.json()).toEqual(['GET', '/x', '']);
    expect(asked).toEqual([]);
  });

  it('ends with its signal', async () => {
    await expect(build()?.('http://login.test/', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  it('is not needed where no proxy is named', () => {
    expect(buildProxyFetch({ NO_PROXY: '*' })).toBeUndefined();
    expect(() => buildProxyFetch({ HTTPS_PROXY: 'socks5://x' })).toThrow(/HTTPS_PROXY/);
  });
});
