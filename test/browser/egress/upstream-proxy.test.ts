import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Target } from '../../../src/browser/egress/target.ts';
import { connectProxy, openTunnel, proxyHeaders } from '../../../src/browser/egress/upstream-proxy.ts';
import { type MemorySocket, openNetwork } from './memory-connections.ts';

const target = { host: 'page.example', port: 8443 } as Target;

/** Answers the first request of a connection with a text, and keeps what was asked. */
function answerWith(text: string | undefined, asked: string[] = []) {
  return (far: MemorySocket) => {
    far.on('data', (chunk: Buffer) => {
      asked.push(String(chunk));
      if (text !== undefined) far.write(text);
    });
  };
}

function dial(
  how: typeof openTunnel,
  text: string | undefined,
  address = 'http://proxy.example',
  signal = new AbortController().signal,
) {
  const asked: string[] = [];
  const network = openNetwork(answerWith(text, asked));
  return {
    socket: how(new URL(address), target, { connect: network.connect, connectMs: 500, signal }),
    asked,
    ...network,
  };
}

const refused = { reason: 'proxy', message: 'page.example: proxy' };

describe('a proxy', () => {
  it.each([
    ['http://proxy.example', 'proxy.example 80'],
    ['http://proxy.example:3128', 'proxy.example 3128'],
    ['http://[2001:db8::1]:3128', '2001:db8::1 3128'],
  ])('%s is dialled by its name', async (address, place) => {
    const { socket, dialled, sockets } = dial(connectProxy, undefined, address);
    expect(await socket).toBe(sockets[0]);
    expect(dialled).toEqual([place]);
  });

  it('that speaks TLS is dialled at its port', async () => {
    const { socket, dialled, sockets } = dial(connectProxy, 'no TLS', 'https://proxy.example');
    expect(dialled).toEqual(['proxy.example 443']);
    await expect(socket).rejects.toMatchObject(refused);
    expect(sockets[0]?.destroyed).toBe(true);
  });

  it('has its user and password in a header', () => {
    expect(proxyHeaders(new URL('http://proxy.example'))).toEqual([]);
    const header = (words: string) => ['Proxy-Authorization', `Basic ${btoa(words)}`];
    expect(proxyHeaders(new URL('http://ann:p%40ss@proxy.example'))).toEqual(header('ann:p@ss'));
    expect(proxyHeaders(new URL('http://ann@proxy.example'))).toEqual(header('ann:'));
    expect(proxyHeaders(new URL('http://:pass@proxy.example'))).toEqual(header(':pass'));
    expect(proxyHeaders({ username: 'a%', password: '%zz' } as URL)).toEqual(header('a%:%zz'));
  });
});

describe('a tunnel', () => {
  it.each([200, 299])('is open after the status %i', async (status) => {
    const { socket, asked } = dial(openTunnel, `HTTP/1.1 ${status} Fine\r\n\r\n`, 'http://ann:x@proxy.example');
    await socket;
    expect(asked.join('')).toMatch(
      /^CONNECT page\.example:8443 HTTP\/1\.1\r\nHost: page\.example:8443\r\nProxy-Authorization: Basic YW5uOng=\r\n/,
    );
  });

  it('has the bytes that came at once', async () => {
    const { socket } = dial(openTunnel, 'HTTP/1.1 200 Fine\r\n\r\nearly');
    expect(String((await socket).read())).toBe('early');
  });

  it.each([199, 300, 407])('is not open after the status %i', async (status) => {
    const { socket, sockets } = dial(openTunnel, `HTTP/1.1 ${status} No\r\n\r\n`);
    await expect(socket).rejects.toMatchObject(refused);
    expect(sockets[0]?.destroyed).toBe(true);
  });

  it('is not open without an answer in HTTP', async () => {
    await expect(dial(openTunnel, 'hello').socket).rejects.toMatchObject(refused);
  });
});

describe('a connection to a proxy', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('that is late is refused', async () => {
    const { socket, sockets } = dial(openTunnel, undefined);
    const outcome = expect(socket).rejects.toMatchObject(refused);
    await vi.advanceTimersByTimeAsync(499);
    expect(sockets[0]?.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
    expect(sockets[0]?.destroyed).toBe(true);
  });

  it('that ends or fails is refused', async () => {
    for (const end of [
      (socket: MemorySocket) => socket.destroy(),
      (socket: MemorySocket) => socket.emit('error', new Error('x')),
    ]) {
      const { socket, sockets } = dial(connectProxy, undefined);
      end(sockets[0] as MemorySocket);
      await expect(socket).rejects.toMatchObject(refused);
      expect([sockets[0]?.destroyed, vi.getTimerCount()]).toEqual([true, 0]);
    }
  });

  it('is given up with its caller', async () => {
    const reason = new Error('gone');
    const early = dial(connectProxy, undefined, undefined, AbortSignal.abort(reason));
    await expect(early.socket).rejects.toBe(reason);
    expect(early.sockets[0]?.destroyed).toBe(true);
    const controller = new AbortController();
    const late = dial(connectProxy, undefined, undefined, controller.signal);
    controller.abort(reason);
    await expect(late.socket).rejects.toBe(reason);
  });

  it('that is open is left alone', async () => {
    const controller = new AbortController();
    const { socket } = dial(connectProxy, undefined, undefined, controller.signal);
    const opened = await socket;
    controller.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([opened.destroyed, vi.getTimerCount()]).toEqual([false, 0]);
    expect(opened.listenerCount('close')).toBe(0);
    opened.emit('error', new Error('later'));
  });
});
