import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EgressPolicy } from '../../../src/browser/egress/egress-policy.ts';
import { refusesOutside, sendOutside } from '../../../src/browser/egress/send-outside.ts';
import { makeSelfSigned } from '../../hostile/self-signed.ts';
import { keep } from './keep.ts';
import { openOrigin, openTcpOrigin, readBody } from './origin.ts';

const names: Record<string, string[]> = {
  'hook.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'half.example': ['93.184.216.34', '10.0.0.1'],
};
const edges = { resolve: async (host: string) => names[host] ?? [] };
const body = Buffer.from('{"type":"test"}');

/** Public addresses, and this machine on one port. */
function allow(port: number): EgressPolicy {
  return { level: 'public', allow: [`127.0.0.0/8:${port}`] };
}

function send(policy: EgressPolicy, url: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const headers = { 'Content-Type': 'application/json', 'webhook-id': 'msg_1' };
  return sendOutside(policy, { method: 'POST', url, headers, body, timeoutMs: 5_000, ...more }, edges);
}

describe('what is sent outside', () => {
  it('arrives whole, with its headers, at the address its name led to', async () => {
    const got: unknown[] = [];
    const origin = keep(
      await openOrigin(async ({ method, url, headers, ...request }, response) => {
        got.push(method, url, headers.host, headers['webhook-id'], headers['content-length']);
        response.writeHead(202, { 'x-answer': 'yes' }).end('fine');
        void request;
      }),
    );
    const outcome = await send(allow(origin.port), `http://hook.example:${origin.port}/a%2Fb?c=d#e`);
    expect(outcome).toMatchObject({ status: 202, headers: { 'x-answer': 'yes' }, ms: expect.any(Number) });
    expect(got).toEqual(['POST', '/a%2Fb?c=d', `hook.example:${origin.port}`, 'msg_1', String(body.length)]);
  });

  it('arrives byte for byte, also where it is large', async () => {
    const large = Buffer.alloc(3_000_000, 'x');
    let size = 0;
    const origin = keep(
      await openOrigin(async (request, response) => {
        size = (await readBody(request)).length;
        response.end();
      }),
    );
    const url = `http://hook.example:${origin.port}/`;
    const request = { method: 'PUT', url, headers: {}, body: large, timeoutMs: 10_000 } as const;
    expect(await sendOutside(allow(origin.port), request, edges)).toMatchObject({ status: 200 });
    expect(size).toBe(large.length);
  });

  it('follows no redirect', async () => {
    const other = keep(await openOrigin((_, response) => response.end()));
    const origin = keep(
      await openOrigin((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end()),
    );
    const policy: EgressPolicy = { level: 'open' };
    expect(await send(policy, `http://127.0.0.1:${origin.port}/`)).toMatchObject({ status: 307 });
    expect(other.hits).toBe(0);
  });

  it.each([
    ['https://127.0.0.1/'],
    ['https://2130706433/'],
    ['https://[::ffff:127.0.0.1]/'],
    ['https://metadata.example/latest/meta-data'],
    ['https://half.example/'],
    ['https://nowhere.example/'],
    ['https://93.184.216.34:22/'],
    ['https://localhost/'],
    ['https://x.invalid/'],
    ['ftp://hook.example/'],
    ['not an address'],
  ])('goes nowhere where the rules refuse it, and says the same each time: %s', async (url) => {
    expect(await send({ level: 'public' }, url)).toEqual({ failure: 'not_allowed', ms: expect.any(Number) });
  });

  it('goes over plain http to the exceptions of the operator and to nobody else, but at level open', async () => {
    const origin = keep(await openOrigin((_, response) => response.end()));
    const url = `http://hook.example:${origin.port}/`;
    expect(await send(allow(origin.port), url)).toMatchObject({ status: 200 });
    expect(await send(allow(origin.port), 'http://93.184.216.34/')).toMatchObject({ failure: 'not_allowed' });
    expect(await send({ level: 'open' }, url)).toMatchObject({ status: 200 });
    expect(await send({ level: 'deny' }, url)).toMatchObject({ failure: 'not_allowed' });
    expect(await send({ level: 'allow-list', hosts: ['other.example'] }, url)).toMatchObject({
      failure: 'not_allowed',
    });
  });

  it('does not wait for an answer longer than it may', async () => {
    const origin = keep(await openOrigin(() => undefined));
    const outcome = await send(allow(origin.port), `http://hook.example:${origin.port}/`, { timeoutMs: 80 });
    expect(outcome.failure).toBe('timeout');
    expect(outcome.ms).toBeLessThan(3_000);
    const ended = AbortSignal.abort();
    const stopped = await send(allow(origin.port), `http://hook.example:${origin.port}/`, { signal: ended });
    expect(stopped.failure).toBe('broken_off');
  });

  it('says how it failed', async () => {
    const closing = keep(await openTcpOrigin((socket) => socket.destroy()));
    expect(await send(allow(closing.port), `http://hook.example:${closing.port}/`)).toMatchObject({
      failure: 'broken_off',
    });
    const gone = await openTcpOrigin(() => undefined);
    await gone.close();
    expect(await send(allow(gone.port), `http://hook.example:${gone.port}/`)).toMatchObject({ failure: 'unreachable' });
    const silent = keep(await openTcpOrigin((socket) => socket.end('hello\r\n')));
    expect(await send(allow(silent.port), `https://hook.example:${silent.port}/`)).toMatchObject({
      failure: 'tls_failed',
    });
  });

  it('cuts a body that does not end', async () => {
    const origin = keep(
      await openOrigin((_, response) => {
        const pour = () => void (response.writableEnded || response.write(Buffer.alloc(65_536), pour));
        response.on('error', () => {});
        pour();
      }),
    );
    expect(await send(allow(origin.port), `http://hook.example:${origin.port}/`)).toMatchObject({ status: 200 });
    await expect.poll(() => origin.sockets.size).toBe(0);
  });

  it('goes over TLS only to whom a certificate of this very name is trusted', async () => {
    const certificate = makeSelfSigned({ host: 'hook.example' });
    const server = https.createServer(certificate, (_, response) => response.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await send(allow(port), `https://hook.example:${port}/`)).toMatchObject({ failure: 'tls_failed' });
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, certificate.cert]);
    onTestFinished(() => tls.setDefaultCACertificates(before));
    expect(await send(allow(port), `https://hook.example:${port}/`)).toMatchObject({ status: 200 });
    expect(await send(allow(port), `https://127.0.0.1:${port}/`)).toMatchObject({ failure: 'tls_failed' });
  });
});

describe('an address outside', () => {
  it.each([
    ['https://hook.example/', false],
    ['https://metadata.example/', false],
    ['http://hook.example/', true],
    ['http://hook.example:8080/', false],
    ['http://127.0.0.1:8080/', false],
    ['https://127.0.0.1/', true],
    ['https://hook.example:444/', true],
    ['https://169.254.169.254/', true],
    ['https://some.invalid/', true],
  ])('%s is refused before its name is known: %s', (url, isRefused) => {
    expect(refusesOutside(allow(8080), url)).toBe(isRefused);
  });
});
