import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import type { EgressPolicy } from '../../../src/browser/egress/egress-policy.ts';
import { openEgressSession } from '../../../src/browser/egress/egress-session.ts';
import { makeSelfSigned } from '../../hostile/self-signed.ts';
import { keep } from './keep.ts';
import { openOrigin, openTcpOrigin } from './origin.ts';
import { closing, exchange, openTunnel } from './raw-client.ts';

/** Names as this machine may know them. */
const names: Record<string, string[]> = {
  'known.example': ['93.184.216.34'],
  'inside.example': ['10.0.0.1'],
  'mine.example': ['127.0.0.1'],
};
const edges = { resolve: async (host: string) => names[host] ?? [] };

/** A proxy as companies have one: it finds every name at one origin, and keeps what it was asked. */
async function openCompanyProxy(answer = 200, scheme: 'http' | 'https' = 'http', tlsOptions = {}) {
  const origin = keep(await openOrigin((request, response) => response.end(`fine ${request.headers.host}`)));
  const asked: string[] = [];
  const server = scheme === 'http' ? http.createServer() : https.createServer(tlsOptions);
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  const note = (method: string, request: http.IncomingMessage) =>
    asked.push([method, request.url, request.headers['proxy-authorization'] ?? ''].join(' ').trim());
  server.on('request', (request, response) => {
    note(request.method ?? '', request);
    response.statusCode = answer;
    response.end(`plain ${new URL(request.url ?? '').host} Host|${request.headers.host}`);
  });
  server.on('connect', (request, client: net.Socket) => {
    note('CONNECT', request);
    client.on('error', () => {});
    if (answer !== 200) return client.end(`HTTP/1.1 ${answer} No\r\n\r\nwords of the proxy`);
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    const upstream = net.connect(origin.port, '127.0.0.1').on('error', () => {});
    client.pipe(upstream).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  keep({
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  });
  return { asked, origin, port: (server.address() as AddressInfo).port };
}

/** The way of a render behind it. */
async function openBehind(address: string, policy: Partial<EgressPolicy> = {}, limits = {}) {
  const proxy = (url: URL) => (url.hostname === 'direct.example' ? undefined : new URL(address));
  return keep(await openEgressSession({ level: 'open', proxy, ...policy }, limits, edges));
}

function get(port: number, url: string): Promise<string> {
  return exchange(port, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
}

describe('behind a proxy', () => {
  it('plain requests go to it in absolute form, with its own user and nothing of the page', async () => {
    const { asked, port } = await openCompanyProxy();
    const way = await openBehind(`http://an%40na:p%3Ass@127.0.0.1:${port}`);
    const answer = await exchange(
      way.port,
      'GET http://known.example:8080/a%2Fb?c HTTP/1.1\r\nHost: evil.example\r\nProxy-Authorization: Basic mine\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('plain known.example:8080 Host|known.example:8080');
    const user = Buffer.from('an@na:p:ss').toString('base64');
    expect(asked).toEqual([`GET http://known.example:8080/a%2Fb?c Basic ${user}`]);
    expect(way.blocked).toEqual([]);
    expect(way.bytes).toBeGreaterThan(100);
  });

  it.each(['known.example', 'unknown.example'])('tunnels to %s go through it by name', async (host) => {
    const { asked, port } = await openCompanyProxy();
    const way = await openBehind(`http://127.0.0.1:${port}`);
    const tunnel = await openTunnel(way.port, `${host}:443`);
    tunnel?.write('GET / HTTP/1.1\r\nHost: of the page\r\nConnection: close\r\n\r\n');
    const [words] = (await once(tunnel ?? net.connect(0), 'data')) as [Buffer];
    expect(String(words)).toContain('fine of the page');
    expect(asked).toEqual([`CONNECT ${host}:443`]);
    tunnel?.destroy();
  });

  it('a name that nobody here knows is refused at public, and its own names alone pass at allow-list', async () => {
    const { asked, port } = await openCompanyProxy();
    const strict = await openBehind(`http://127.0.0.1:${port}`, { level: 'public' });
    expect(await get(strict.port, 'http://unknown.example/')).toBe('');
    expect(await get(strict.port, 'http://known.example/')).toContain('plain known.example');
    const listed = await openBehind(`http://127.0.0.1:${port}`, { level: 'allow-list', hosts: ['unknown.example'] });
    expect(await get(listed.port, 'http://unknown.example/')).toContain('plain unknown.example');
    expect(await get(listed.port, 'http://known.example/')).toBe('');
    expect(asked).toEqual(['GET http://known.example/', 'GET http://unknown.example/']);
    expect(strict.blocked).toEqual([{ host: 'unknown.example', port: 80, reason: 'unresolvable' }]);
  });

  it('what the rules refuse is refused before it hears of it', async () => {
    const { asked, port } = await openCompanyProxy();
    const way = await openBehind(`http://127.0.0.1:${port}`, { level: 'public', refuse: ['93.184.216.0/24'] });
    for (const host of ['inside.example', '10.0.0.1', '169.254.169.254', '[::1]', 'x.invalid', 'known.example']) {
      expect(await get(way.port, `http://${host}/`), host).toBe('');
      expect(await openTunnel(way.port, `${host}:443`), host).toBeUndefined();
    }
    expect(asked).toEqual([]);
  });

  it('this machine is reached directly, and so is what the operator excludes', async () => {
    const { asked, origin, port } = await openCompanyProxy();
    const way = await openBehind(`http://127.0.0.1:${port}`);
    for (const host of ['mine.example', 'localhost', '127.0.0.1', '0.0.0.0']) {
      expect(await get(way.port, `http://${host}:${origin.port}/`), host).toContain('fine');
    }
    expect(await get(way.port, 'http://direct.example/')).toBe('');
    expect(asked).toEqual([]);
    expect(way.blocked).toEqual([{ host: 'direct.example', port: 80, reason: 'unresolvable' }]);
  });

  it.each([403, 407, 502])('a tunnel that it refuses with %d is closed without a word of it', async (status) => {
    const { port } = await openCompanyProxy(status);
    const way = await openBehind(`http://127.0.0.1:${port}`);
    expect(await openTunnel(way.port, 'known.example:443')).toBeUndefined();
    expect(way.blocked).toEqual([{ host: 'known.example', port: 443, reason: 'proxy' }]);
  });

  it('a plain request for which it wants a password is closed without a word of it', async () => {
    const { port } = await openCompanyProxy(407);
    const way = await openBehind(`http://127.0.0.1:${port}`);
    expect(await get(way.port, 'http://known.example/')).toBe('');
    expect(way.blocked).toEqual([{ host: 'known.example', port: 80, reason: 'protocol' }]);
  });

  it('one that is not there, says nothing or says something else ends the request in time', async () => {
    const gone = await openTcpOrigin(() => {});
    await gone.close();
    const mute = keep(await openTcpOrigin((socket) => socket.resume()));
    const other = keep(await openTcpOrigin((socket) => socket.end('220 mail.example ESMTP\r\n')));
    for (const { port } of [gone, mute, other]) {
      const way = await openBehind(`http://127.0.0.1:${port}`, {}, { connectMs: 300 });
      expect(await openTunnel(way.port, 'known.example:443')).toBeUndefined();
      expect(way.blocked).toEqual([{ host: 'known.example', port: 443, reason: 'proxy' }]);
    }
    await vi.waitFor(() => expect(mute.sockets.size).toBe(0));
  });

  it('a render that ends takes its tunnels with it', async () => {
    const { port } = await openCompanyProxy();
    const way = await openBehind(`http://127.0.0.1:${port}`);
    const tunnel = await openTunnel(way.port, 'known.example:443');
    way.pause();
    await closing(tunnel ?? new net.Socket());
    expect(tunnel?.destroyed).toBe(true);
  });

  it('it may itself be spoken to over TLS, if its certificate is trusted', async () => {
    const { key, cert } = makeSelfSigned({ host: 'localhost' });
    const { asked, port } = await openCompanyProxy(200, 'https', { key, cert });
    const unknown = await openBehind(`https://localhost:${port}`);
    expect(await get(unknown.port, 'http://known.example/')).toBe('');
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, cert]);
    try {
      const way = await openBehind(`https://localhost:${port}`);
      expect(await get(way.port, 'http://known.example/')).toContain('plain known.example');
      expect(await openTunnel(way.port, 'known.example:443')).toBeDefined();
    } finally {
      tls.setDefaultCACertificates(before);
    }
    expect(asked).toEqual(['GET http://known.example/', 'CONNECT known.example:443']);
  });
});
