import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { EgressPolicy } from '../../../src/browser/egress/egress-policy.ts';
import type { OutsideRequest } from '../../../src/browser/egress/outside-request.ts';
import { refusesOutside, sendOutside } from '../../../src/browser/egress/send-outside.ts';
import { asSocket, MemorySocket, openNetwork, serveHttp } from './memory-connections.ts';

const names: Record<string, string[]> = { 'hook.example': ['93.184.216.34'], 'inside.example': ['10.0.0.1'] };
const body = Buffer.from('{"type":"test"}');
const open: EgressPolicy = { level: 'open' };

/** Sends to a server in memory, and gives the outcome and where it was sent. */
async function send(
  answer: RequestListener,
  { url = 'http://hook.example/a', policy = open, ...more }: Partial<OutsideRequest> & { policy?: EgressPolicy } = {},
) {
  const network = openNetwork(serveHttp(answer));
  const edges = { connect: network.connect, resolve: async (host: string) => names[host] ?? [] };
  const request: OutsideRequest = { method: 'POST', url, headers: {}, body, timeoutMs: 5_000, ...more };
  return { outcome: await sendOutside(policy, request, edges), ...network };
}

describe('what is sent outside', () => {
  it('arrives whole, with its headers', async () => {
    const got: unknown[] = [];
    const { outcome, dialled } = await send(
      async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const { host, connection, 'content-length': length, 'x-own': own } = request.headers;
        got.push(request.method, request.url, host, connection, length, own, String(Buffer.concat(chunks)));
        response.writeHead(202, { 'x-answer': 'yes' }).end('fine');
      },
      { url: 'http://user:secret@hook.example/a%2Fb?c=d#e', headers: { 'X-Own': 'mine' } },
    );
    expect(got).toEqual(['POST', '/a%2Fb?c=d', 'hook.example', 'close', '15', 'mine', String(body)]);
    expect(outcome).toEqual({
      status: 202,
      headers: expect.objectContaining({ 'x-answer': 'yes' }),
      ms: expect.any(Number),
    });
    expect(dialled).toEqual(['93.184.216.34 80']);
  });

  it('names a port that is not usual', async () => {
    let host: string | undefined;
    const { dialled } = await send(
      (request, response) => {
        host = request.headers.host;
        response.end();
      },
      { url: 'http://hook.example:8080/' },
    );
    expect([host, dialled]).toEqual(['hook.example:8080', ['93.184.216.34 8080']]);
  });

  it('goes through a proxy in absolute form', async () => {
    const got: unknown[] = [];
    const proxy = new URL('http://ann:p%40ss@proxy.example:3128');
    const { dialled } = await send(
      ({ url, headers }, response) => {
        got.push(url, headers['proxy-authorization']);
        response.end();
      },
      { url: 'http://hook.example/a?b', policy: { ...open, proxy: () => proxy } },
    );
    expect(got).toEqual(['http://hook.example/a?b', `Basic ${btoa('ann:p@ss')}`]);
    expect(dialled).toEqual(['proxy.example 3128']);
  });

  it.each([
    [400, 5, 'wrong'],
    [500, 99, 'wrong words'],
    [500, 0, undefined],
    [399, 5, undefined],
  ])('has the start of an error: of status %i and %i bytes', async (status, errorBytes, errorText) => {
    const { outcome } = await send((_request, response) => void response.writeHead(status).end('wrong words'), {
      errorBytes,
    });
    expect(outcome).toEqual({
      status,
      headers: expect.anything(),
      ms: expect.any(Number),
      ...(errorText && { errorText }),
    });
  });

  it.each([
    [200, 11, 'right words'],
    [200, 10, undefined],
    [200, 0, undefined],
    [400, 99, undefined],
  ])('has the whole answer: of status %i and %i bytes', async (status, answerBytes, text) => {
    const { outcome } = await send((_request, response) => void response.writeHead(status).end('right words'), {
      answerBytes,
    });
    expect('body' in outcome && outcome.body ? String(outcome.body) : undefined).toBe(text);
  });

  it('has no answer that breaks off', async () => {
    const { outcome } = await send(
      (_request, response) => {
        response.writeHead(200, { 'content-length': '99' }).write('right');
        setImmediate(() => response.destroy());
      },
      { answerBytes: 99 },
    );
    expect(outcome).toEqual({ status: 200, headers: expect.anything(), ms: expect.any(Number) });
  });

  it.each([
    [64 * 1024, false],
    [64 * 1024 + 1, true],
  ])('reads %i bytes of an answer, and is cut after 64 KiB: %s', async (bytes, isCut) => {
    const { sockets } = await send((_request, response) => {
      response.writeHead(200, { 'content-length': `${bytes + 1}` }).write(Buffer.alloc(bytes));
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sockets[0]?.destroyed).toBe(isCut);
    sockets[0]?.destroy();
  });

  it.each([
    ['what is not a URL', 'hook.example', {}, 'not_allowed'],
    ['another protocol', 'ftp://hook.example/', {}, 'not_allowed'],
    ['a private address', 'https://inside.example/', { policy: { level: 'public' } }, 'not_allowed'],
    ['plain http', 'http://hook.example/', { policy: { level: 'public' } }, 'not_allowed'],
    ['a name without addresses', 'http://none.example/', {}, 'not_allowed'],
  ] as const)('is not sent to %s', async (_what, url, more, failure) => {
    const { outcome, dialled } = await send((_request, response) => void response.end(), { url, ...more });
    expect([outcome, dialled]).toEqual([{ failure, ms: expect.any(Number) }, []]);
  });

  it('is sent in plain http where that is allowed', async () => {
    const policy = { level: 'public' } as const;
    const { outcome } = await send((_request, response) => void response.end(), { policy, isPlainAllowed: true });
    expect(outcome).toMatchObject({ status: 200 });
  });

  it.each([
    ['breaks off', (_request: unknown, response: { destroy(): void }) => response.destroy(), 'broken_off'],
    [
      'is an upgrade',
      (_request: unknown, response: { socket: { end(text: string): void } }) =>
        response.socket.end('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      'broken_off',
    ],
  ])('has no answer if that %s', async (_what, answer, failure) => {
    expect((await send(answer as unknown as RequestListener)).outcome).toEqual({ failure, ms: expect.any(Number) });
  });

  it('is late after its time, and broken off with its caller', async () => {
    const silent: RequestListener = () => undefined;
    expect((await send(silent, { timeoutMs: 5 })).outcome).toMatchObject({ failure: 'timeout' });
    expect((await send(silent, { signal: AbortSignal.timeout(5) })).outcome).toMatchObject({ failure: 'broken_off' });
  });

  it('goes nowhere if nothing takes the connection', async () => {
    const refused = () => {
      const socket = new MemorySocket();
      queueMicrotask(() => socket.emit('error', new Error('refused')));
      return asSocket(socket);
    };
    const request = { method: 'GET', url: 'http://93.184.216.34/', headers: {}, body, timeoutMs: 5_000 } as const;
    expect(await sendOutside(open, request, { connect: refused })).toMatchObject({ failure: 'unreachable' });
  });
});

it.each([
  ['https://hook.example/', { level: 'public' }, false],
  ['https://hook.example:444/', { level: 'public' }, true],
  ['http://hook.example/', { level: 'public' }, true],
  ['https://93.184.216.34/', { level: 'public' }, false],
  ['https://10.0.0.1/', { level: 'public' }, true],
  ['https://[::1]/', { level: 'public' }, true],
  ['https://hook.example/', { level: 'deny' }, true],
  ['mailto:a@b.example', { level: 'open' }, true],
  ['nothing', { level: 'open' }, true],
] as const)('%s is refused at once with the rules %j: %s', (url, policy, isRefused) => {
  expect(refusesOutside(policy, url)).toBe(isRefused);
});
