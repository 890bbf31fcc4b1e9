import { afterEach, describe, expect, it } from 'vitest';
import type { EgressPolicy } from '../../../src/engine/egress/egress-policy.ts';
import { fetchBytes } from '../../../src/engine/egress/fetch-bytes.ts';
import { type Origin, openOrigin, openTcpOrigin } from './origin.ts';

const opened: Origin[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function open(
  listener: Parameters<typeof openOrigin>[0],
): Promise<{ origin: Origin; policy: EgressPolicy; url: string }> {
  const origin = await openOrigin(listener);
  opened.push(origin);
  const policy: EgressPolicy = { level: 'public', allow: [`127.0.0.1:${origin.port}`] };
  return { origin, policy, url: `http://127.0.0.1:${origin.port}` };
}

function options(maxBytes = 1_000) {
  return { signal: new AbortController().signal, maxBytes };
}

describe('fetching bytes', () => {
  it('gives body, status, type and final address', async () => {
    const { policy, url } = await open((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: 'b?c' }).end('elsewhere');
      else
        response
          .writeHead(203, { 'content-type': 'application/pdf' })
          .end(`${request.url} ${request.headers['accept-encoding']}`);
    });
    const fetched = await fetchBytes(`${url}/a#part`, policy, options());
    expect({ ...fetched, bytes: String(fetched.bytes) }).toEqual({
      url: `${url}/b?c`,
      status: 203,
      contentType: 'application/pdf',
      bytes: '/b?c identity',
    });
  });

  it.each([
    'http://10.0.0.1/',
    'http://localhost:1/',
    'https://[::1]/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'ftp://8.8.8.8/',
    'http://8.8.8.8:22/',
    '//10.0.0.1/',
    'http://',
    'http://x.invalid/',
  ])('decides a redirect to %s anew', async (location) => {
    const { policy, url } = await open((_request, response) => response.writeHead(307, { location }).end());
    const failure = fetchBytes(url, policy, options());
    await expect(failure).rejects.toMatchObject({
      code: 'address_not_allowed',
      detail: 'The address of 127.0.0.1 is not allowed.',
    });
  });

  it('words a missing name like a refused address', async () => {
    const edges = { resolve: async (host: string) => (host === 'inside.example' ? ['10.0.0.1'] : []) };
    const read = (host: string) =>
      fetchBytes(`http://${host}/`, { level: 'public' }, { ...options(), edges }).catch(({ code, detail }) => ({
        code,
        detail,
      }));
    const inside = await read('inside.example');
    const missing = await read('missing.example');
    expect(missing).toEqual({ ...inside, detail: (inside as { detail: string }).detail.replace('inside', 'missing') });
  });

  it('ends a chain of redirects', async () => {
    const { origin, policy, url } = await open((_request, response) =>
      response.writeHead(301, { location: '/again' }).end(),
    );
    await expect(fetchBytes(url, policy, options())).rejects.toMatchObject({ code: 'page_failed' });
    expect(origin.hits).toBe(11);
  });

  it('stops at the most bytes, however the body is framed', async () => {
    const { policy, url } = await open((request, response) => {
      if (request.url === '/long') response.setHeader('content-length', 1_001);
      response.write(Buffer.alloc(600));
      response.end(Buffer.alloc(401));
    });
    await expect(fetchBytes(`${url}/long`, policy, options())).rejects.toMatchObject({ code: 'page_failed' });
    await expect(fetchBytes(`${url}/chunked`, policy, options())).rejects.toMatchObject({ code: 'page_failed' });
    expect((await fetchBytes(url, policy, options(1_001))).bytes).toHaveLength(1_001);
  });

  it('refuses an encoding that was not asked for', async () => {
    const { policy, url } = await open((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    await expect(fetchBytes(url, policy, options())).rejects.toMatchObject({ code: 'page_failed' });
  });

  it('says that a cut or garbled answer did not come', async () => {
    for (const text of ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'nonsense\r\n\r\n', '']) {
      const origin = await openTcpOrigin((socket) => void socket.end(text));
      opened.push(origin);
      const policy: EgressPolicy = { level: 'public', allow: [`127.0.0.1:${origin.port}`] };
      const failure = fetchBytes(`http://127.0.0.1:${origin.port}/`, policy, options());
      await expect(failure).rejects.toMatchObject({ code: 'page_unreachable' });
    }
  });

  it('says so when the other side does not speak TLS', async () => {
    const { policy, origin } = await open((_request, response) => response.end());
    const failure = fetchBytes(`https://127.0.0.1:${origin.port}/`, policy, options());
    await expect(failure).rejects.toMatchObject({ code: 'page_unreachable' });
  });

  it('ends with the reason of its signal, before and during the answer', async () => {
    const { policy, url, origin } = await open((_request, response) => void response.write('x'));
    const reason = new Error('too late');
    await expect(fetchBytes(url, policy, { maxBytes: 9, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const failure = fetchBytes(url, policy, { maxBytes: 9, signal: controller.signal });
    while (origin.hits === 0) await new Promise((later) => setTimeout(later, 5));
    controller.abort(reason);
    await expect(failure).rejects.toBe(reason);
    while (origin.sockets.size > 0) await new Promise((later) => setTimeout(later, 5));
  });
});
