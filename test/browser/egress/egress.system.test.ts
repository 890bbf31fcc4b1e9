import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import type { EgressEdges } from '../../../src/browser/egress/egress-edges.ts';
import type { EgressLimits } from '../../../src/browser/egress/egress-limits.ts';
import type { EgressPolicy } from '../../../src/browser/egress/egress-policy.ts';
import { type EgressSession, openEgressSession } from '../../../src/browser/egress/egress-session.ts';
import { keep } from './keep.ts';
import { type Origin, openOrigin, openTcpOrigin, readBody } from './origin.ts';
import { closing, exchange, openTunnel } from './raw-client.ts';

/** A proxy that may reach an origin of the test, which is on loopback, and nothing else there. */
async function open(
  origin: Origin,
  policy: Partial<EgressPolicy> = {},
  limits: Partial<EgressLimits> = {},
  edges = {},
) {
  const allow = [`127.0.0.1/32:${origin.port}`];
  return keep(await openEgressSession({ level: 'public', allow, ...policy }, limits, edges));
}

async function openText(text: string): Promise<Origin> {
  return keep(await openOrigin((_request, response) => response.end(text)));
}

function get(proxy: EgressSession, url: string, fields = ''): Promise<string> {
  return exchange(proxy.port, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n`);
}

describe('requests in absolute form', () => {
  it('reach their origin with its own Host and without the fields of this hop', async () => {
    const origin = keep(
      await openOrigin(async (request, response) => {
        const fields = request.rawHeaders.join('|');
        response.setHeader('Proxy-Authenticate', 'Basic realm=x');
        response.setHeader('X-Kept', 'yes');
        response.end(`${request.method} ${request.url} ${fields} ${await readBody(request)}`);
      }),
    );
    const proxy = await open(origin);
    const authority = `127.0.0.1:${origin.port}`;
    const answer = await exchange(
      proxy.port,
      `POST http://${authority}/a%2Fb?c HTTP/1.1\r\nHost: evil.example\r\nConnection: close, X-Secret, Content-Length\r\n` +
        'X-Secret: 1\r\nProxy-Authorization: Basic abc\r\nTE: trailers\r\nX-Mine: 2\r\nContent-Length: 5\r\n\r\nhello',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain(`POST /a%2Fb?c Host|${authority}|X-Mine|2|Content-Length|5|Connection|close hello`);
    expect(answer).toContain('X-Kept: yes');
    expect(answer).not.toMatch(/proxy|evil|secret/i);
  });

  it('keep a chunked body whole, with methods that seldom have one', async () => {
    const origin = keep(await openOrigin(async (request, response) => response.end(`<${await readBody(request)}>`)));
    const proxy = await open(origin);
    const head = `GET http://127.0.0.1:${origin.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked`;
    expect(await exchange(proxy.port, `${head}\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n`)).toContain('<abcdef>');
  });

  it('are served one after the other on a connection that stays', async () => {
    const origin = await openText('fine');
    const proxy = await open(origin);
    const request = `GET http://127.0.0.1:${origin.port}/ HTTP/1.1\r\nHost: x\r\n`;
    const answer = await exchange(proxy.port, `${request}\r\n${request}Connection: close\r\n\r\n`);
    expect(answer.match(/fine/g)).toHaveLength(2);
  });

  it('get an answer that breaks off as one that breaks off', async () => {
    const origin = keep(
      await openTcpOrigin((socket) => {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this');
      }),
    );
    const proxy = await open(origin);
    const socket = net.connect(proxy.port, '127.0.0.1');
    socket.write(`GET http://127.0.0.1:${origin.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    const reply = await readBody(socket as never);
    expect(reply).toMatch(/Content-Length: 100\r\n[\s\S]*only this$/);
  });

  it('never carry the status that asks for a password of the proxy', async () => {
    const origin = keep(
      await openOrigin((_request, response) =>
        response.writeHead(407, { 'Proxy-Authenticate': 'Basic' }).end('secret words'),
      ),
    );
    const proxy = await open(origin);
    expect(await get(proxy, `http://127.0.0.1:${origin.port}/`)).toBe('');
    expect(proxy.blocked).toEqual([{ host: '127.0.0.1', port: origin.port, reason: 'protocol' }]);
  });

  it('are refused without a word when they are something else', async () => {
    const origin = await openText('fine');
    const proxy = await open(origin);
    const at = `127.0.0.1:${origin.port}`;
    const requests = [
      `GET / HTTP/1.1\r\nHost: ${at}\r\n\r\n`,
      `GET https://${at}/ HTTP/1.1\r\nHost: ${at}\r\n\r\n`,
      `GET http://user:pw@${at}/ HTTP/1.1\r\nHost: ${at}\r\n\r\n`,
      `GET ftp://${at}/ HTTP/1.1\r\nHost: ${at}\r\n\r\n`,
      `OPTIONS * HTTP/1.1\r\nHost: ${at}\r\n\r\n`,
      `POST http://${at}/ HTTP/1.1\r\nHost: ${at}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST http://${at}/ HTTP/1.1\r\nHost: ${at}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
      `POST http://${at}/ HTTP/1.1\r\nHost: ${at}\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      `GET http://${at}/ HTTP/1.1\r\nHost: ${at}\r\nX : y\r\n\r\n`,
      `GET http://${at}/ HTTP/1.1\nHost: ${at}\n Folded: y\n\n`,
      `GET http://${at}/ HTTP/9.9\r\nHost: ${at}\r\n\r\n`,
      `POST http://${at}/ HTTP/1.1\r\nHost: ${at}\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n`,
      `POST http://${at}/ HTTP/1.1\r\nHost: ${at}\r\nExpect: wonders\r\n\r\n`,
      `GET http://${at}/ HTTP/1.1\r\nHost: ${at}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      `GET http://${at}/${'x'.repeat(70_000)} HTTP/1.1\r\nHost: ${at}\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      Buffer.from('16030100a5010000a10303', 'hex'),
      `\x05\x01\x00${'\x00'.repeat(20)}\r\n\r\n`,
    ];
    for (const request of requests) expect(await exchange(proxy.port, request), String(request)).toBe('');
    expect(origin.hits).toBe(0);
  });
});

describe('tunnels', () => {
  it('carry bytes both ways, those sent along with CONNECT included', async () => {
    const origin = keep(await openTcpOrigin((socket) => socket.pipe(socket)));
    const proxy = await open(origin);
    const socket = net.connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(`CONNECT 127.0.0.1:${origin.port} HTTP/1.1\r\n\r\nearly `);
    socket.end('late');
    expect(await readBody(socket as never)).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly late');
    expect(proxy.bytes).toBe(20);
  });

  it('are refused without a word when the target is malformed', async () => {
    const origin = await openText('fine');
    const proxy = await open(origin);
    const targets = [
      '',
      '/',
      '*',
      '127.0.0.1',
      `127.0.0.1:${origin.port}:1`,
      `x@127.0.0.1:${origin.port}`,
      ':80',
      'a:0',
      'a:99999',
    ];
    targets.push(
      `http://127.0.0.1:${origin.port}/`,
      `127.0.0.1%00:${origin.port}`,
      `[::1%lo]:${origin.port}`,
      `${'a'.repeat(9000)}:80`,
    );
    for (const target of targets)
      expect(await exchange(proxy.port, `CONNECT ${target} HTTP/1.1\r\n\r\n`), target).toBe('');
    expect(origin.hits).toBe(0);
  });

  it('end at the origin when the client goes, and at the client when the origin goes', async () => {
    const origin = keep(await openTcpOrigin((socket) => void socket.write('hello')));
    const proxy = await open(origin);
    const first = await openTunnel(proxy.port, `127.0.0.1:${origin.port}`);
    const [upstream] = origin.sockets;
    first?.destroy();
    await once(upstream ?? expect.fail(), 'end');
    const second = await openTunnel(proxy.port, `127.0.0.1:${origin.port}`);
    for (const socket of origin.sockets) socket.resetAndDestroy();
    await closing(second ?? expect.fail());
  });

  it('are cut when nothing passes for too long', async () => {
    const origin = keep(await openTcpOrigin(() => {}));
    const proxy = await open(origin, {}, { idleMs: 100 });
    const socket = await openTunnel(proxy.port, `127.0.0.1:${origin.port}`);
    await closing(socket ?? expect.fail());
  });

  it('hold the sender back when the receiver does not read', async () => {
    let accepted = 0;
    const origin = keep(
      await openTcpOrigin((socket) => {
        const chunk = Buffer.alloc(64 * 1024);
        const send = () => {
          while (accepted < 1_000_000_000 && socket.write(chunk)) accepted += chunk.length;
        };
        socket.on('drain', send);
        send();
      }),
    );
    const proxy = await open(origin, {}, { bytes: 2_000_000_000, idleMs: 300 });
    const socket = net.connect(proxy.port, '127.0.0.1');
    socket.pause();
    socket.write(`CONNECT 127.0.0.1:${origin.port} HTTP/1.1\r\n\r\n`);
    // Held back on both sides, the tunnel ends by being idle.
    while (origin.hits === 0 || origin.sockets.size > 0) await new Promise((later) => setTimeout(later, 20));
    expect(accepted).toBeLessThan(100_000_000);
    socket.destroy();
  });
});

describe('WebSockets', () => {
  const opening = 'Connection: Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

  it('open in absolute form and then carry bytes both ways', async () => {
    const origin = keep(
      await openTcpOrigin((socket) => {
        socket.once('data', (head) => {
          expect(String(head)).toMatch(
            /^GET \/chat HTTP\/1\.1\r\n[\s\S]*Connection: Upgrade\r\nUpgrade: websocket\r\n/,
          );
          socket.write(
            'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: a\r\n\r\nhi',
          );
          socket.pipe(socket);
        });
      }),
    );
    const proxy = await open(origin);
    const socket = net.connect(proxy.port, '127.0.0.1');
    socket.write(`GET http://127.0.0.1:${origin.port}/chat HTTP/1.1\r\nHost: x\r\n${opening}\r\nping`);
    let answer = '';
    while (!answer.endsWith('hiping')) answer += String((await once(socket, 'data'))[0]);
    expect(answer).toMatch(/^HTTP\/1\.1 101 [\s\S]*Sec-WebSocket-Accept: a\r\n\r\nhiping$/);
    expect(proxy.bytes).toBeGreaterThan(100);
    socket.destroy();
  });

  it('end when the origin does not agree, or is not allowed', async () => {
    const origin = await openText('no');
    const proxy = await open(origin);
    expect(
      await exchange(proxy.port, `GET http://127.0.0.1:${origin.port}/ HTTP/1.1\r\nHost: x\r\n${opening}\r\n`),
    ).toBe('');
    expect(await exchange(proxy.port, `GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: x\r\n${opening}\r\n`)).toBe('');
    expect(origin.hits).toBe(1);
  });
});

describe('refusals', () => {
  it('look alike from the outside and differ inside, each once', async () => {
    const origin = await openText('fine');
    const edges: EgressEdges = { resolve: async (host) => (host === 'inside.example' ? ['10.0.0.1'] : []) };
    const proxy = await open(origin, {}, {}, edges);
    const urls = [
      'http://inside.example/',
      'http://missing.example/',
      'http://8.8.8.8:22/',
      'http://x.invalid/',
      'http://10.0.0.1/',
    ];
    for (const url of [...urls, ...urls]) expect(await get(proxy, url)).toBe('');
    expect(proxy.blocked).toEqual([
      { host: 'inside.example', port: 80, reason: 'address_not_allowed' },
      { host: 'missing.example', port: 80, reason: 'unresolvable' },
      { host: '8.8.8.8', port: 22, reason: 'port' },
      { host: 'x.invalid', port: 80, reason: 'address_not_allowed' },
      { host: '10.0.0.1', port: 80, reason: 'address_not_allowed' },
    ]);
    expect(await openTunnel(proxy.port, 'inside.example:443')).toBeUndefined();
  });

  it.each(['open', 'public'] as const)('name a host that does not resolve at level open alone (%s)', async (level) => {
    const edges: EgressEdges = { resolve: async () => [] };
    const proxy = await open(await openText('fine'), { level }, {}, edges);
    const url = 'http://missing.example/';
    expect(await get(proxy, url)).toBe('');
    expect([proxy.isUnknown(url), proxy.isRefused(url)]).toEqual([level === 'open', true]);
    expect(proxy.isUnknown('http://other.example/')).toBe(false);
  });

  it('resolve nothing at level deny', async () => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return ['8.8.8.8'];
    };
    const proxy = keep(await openEgressSession({ level: 'deny' }, {}, { resolve }));
    expect(await get(proxy, 'http://a.example/')).toBe('');
    expect(asked).toEqual([]);
  });

  it('distinguish an allowed address that does not answer from a refused one', async () => {
    const origin = await openText('fine');
    await origin.close();
    const proxy = await open(origin);
    expect(await get(proxy, `http://127.0.0.1:${origin.port}/`)).toBe('');
    expect(proxy.blocked).toEqual([{ host: '127.0.0.1', port: origin.port, reason: 'unreachable' }]);
  });

  it('keep a render from other proxies, itself, and what platen listens on, at level open too', async () => {
    const origin = await openText('fine');
    const other = await open(origin);
    const proxy = keep(await openEgressSession({ level: 'open', ownPorts: () => [origin.port] }));
    for (const port of [origin.port, other.port, proxy.port]) {
      for (const host of ['127.0.0.1', 'localhost', '0', '[::ffff:127.0.0.1]'])
        expect(await get(proxy, `http://${host}:${port}/`)).toBe('');
    }
    expect(new Set(proxy.blocked.map(({ reason }) => reason))).toEqual(new Set(['own_listener']));
    expect(origin.hits).toBe(0);
  });

  it('let level open reach this machine by each of its names', async () => {
    const origin = await openText('fine');
    const proxy = keep(await openEgressSession({ level: 'open' }));
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '[::ffff:127.0.0.1]']) {
      expect(await get(proxy, `http://${host}:${origin.port}/`), host).toContain('fine');
    }
  });

  it('drop a connection whose far end is not the address that was decided on', async () => {
    const origin = await openText('fine');
    const edges: EgressEdges = { connect: () => net.connect(origin.port, '127.0.0.1') };
    const proxy = await open(origin, {}, {}, edges);
    expect(await get(proxy, 'http://8.8.8.8/')).toBe('');
    expect(proxy.blocked).toMatchObject([{ reason: 'unreachable' }]);
  });

  it('remember a bounded number of targets', async () => {
    const proxy = keep(await openEgressSession({ level: 'public' }, { requests: 5 }));
    for (let port = 1; port <= 20; port += 1) await get(proxy, `http://10.0.0.1:${port}/`);
    expect(proxy.blocked).toHaveLength(5);
  });
});

describe('addresses of a name', () => {
  it('are tried in turn when the first does not answer', async () => {
    const origin = await openText('fine');
    const allow = [`127.0.0.0/8:${origin.port}`, `[::1]:${origin.port}`];
    const edges: EgressEdges = { resolve: async () => ['127.0.0.9', '::1', '127.0.0.1'] };
    const proxy = await open(origin, { allow }, {}, edges);
    expect(await get(proxy, `http://many.example:${origin.port}/`)).toContain('fine');
  });

  it('are tried beside one another when the first is slow', async () => {
    const origin = await openText('fine');
    const dialled: string[] = [];
    const connect = (address: string, port: number) => {
      dialled.push(address);
      return address === '8.8.8.8' ? new net.Socket() : net.connect(port, address);
    };
    const edges: EgressEdges = { resolve: async () => ['8.8.8.8', '127.0.0.1'], connect };
    const proxy = await open(origin, { ports: [origin.port] }, {}, edges);
    expect(await get(proxy, `http://slow.example:${origin.port}/`)).toContain('fine');
    expect(dialled).toEqual(['8.8.8.8', '127.0.0.1']);
  });

  it('are given up when none answers in time', async () => {
    const sockets: net.Socket[] = [];
    const connect = () => {
      const socket = new net.Socket();
      sockets.push(socket);
      return socket;
    };
    const proxy = keep(
      await openEgressSession({ level: 'public' }, { connectMs: 50 }, { resolve: async () => ['8.8.8.8'], connect }),
    );
    expect(await get(proxy, 'http://never.example/')).toBe('');
    expect(proxy.blocked).toMatchObject([{ reason: 'unreachable' }]);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});

describe('budgets', () => {
  it('end requests after their number', async () => {
    const origin = await openText('fine');
    const proxy = await open(origin, {}, { requests: 2 });
    const url = `http://127.0.0.1:${origin.port}/`;
    expect([await get(proxy, url), await get(proxy, url)].every((answer) => answer.includes('fine'))).toBe(true);
    expect(await get(proxy, url)).toBe('');
    expect(await openTunnel(proxy.port, `127.0.0.1:${origin.port}`)).toBeUndefined();
    expect(origin.hits).toBe(2);
    expect(proxy.blocked).toMatchObject([{ reason: 'budget' }]);
  });

  it('cut everything off when the bytes are used up', async () => {
    const origin = keep(
      await openTcpOrigin((socket) => {
        const send = () => {
          while (socket.write(Buffer.alloc(16 * 1024)));
        };
        socket.on('drain', send);
        socket.once('data', send);
      }),
    );
    const proxy = await open(origin, {}, { bytes: 200_000 });
    const bystander = await openTunnel(proxy.port, `127.0.0.1:${origin.port}`);
    const socket = await openTunnel(proxy.port, `127.0.0.1:${origin.port}`);
    const ended = closing(bystander ?? expect.fail());
    let received = 0;
    socket?.write('go');
    socket?.on('data', (chunk) => {
      received += chunk.length;
    });
    await closing(socket ?? expect.fail());
    expect(received).toBeLessThanOrEqual(200_000);
    await ended;
    expect(await openTunnel(proxy.port, `127.0.0.1:${origin.port}`)).toBeUndefined();
    expect(proxy.blocked).toMatchObject([{ reason: 'budget' }]);
  });

  it('limit the connections at one time', async () => {
    const origin = keep(await openTcpOrigin(() => {}));
    const proxy = await open(origin, {}, { sockets: 2 });
    const at = `127.0.0.1:${origin.port}`;
    const tunnels = [
      await openTunnel(proxy.port, at),
      await openTunnel(proxy.port, at),
      await openTunnel(proxy.port, at),
    ];
    expect(tunnels.map((tunnel) => tunnel !== undefined)).toEqual([true, true, false]);
    tunnels[0]?.destroy();
    while (origin.sockets.size > 1) await new Promise((later) => setTimeout(later, 5));
    for (const socket of origin.sockets) socket.destroy();
    await closing(tunnels[1] ?? expect.fail());
    expect(await openTunnel(proxy.port, at)).toBeDefined();
  });
});

describe('pausing', () => {
  it('cuts what is open, refuses what comes, and starts again on resume', async () => {
    const origin = keep(await openTcpOrigin((socket) => void socket.write('hello')));
    const proxy = await open(origin, {}, { requests: 2 });
    const at = `127.0.0.1:${origin.port}`;
    const tunnel = await openTunnel(proxy.port, at);
    await openTunnel(proxy.port, '10.0.0.1:80');
    const ended = closing(tunnel ?? expect.fail());
    proxy.pause();
    await ended;
    expect(await openTunnel(proxy.port, at)).toBeUndefined();
    expect(proxy.blocked).toHaveLength(1);
    expect(origin.hits).toBe(1);
    proxy.resume();
    expect([proxy.blocked.length, proxy.bytes]).toEqual([0, 0]);
    expect(await openTunnel(proxy.port, at)).toBeDefined();
  });

  it('gives up what is being resolved or dialled', async () => {
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
    const resolve = () => {
      noteAsked();
      return new Promise<string[]>(() => {});
    };
    const proxy = keep(await openEgressSession({ level: 'public' }, { resolveMs: 60_000 }, { resolve }));
    const answer = get(proxy, 'http://never.example/');
    await asked;
    proxy.pause();
    expect(await answer).toBe('');
    expect(proxy.blocked).toEqual([]);
  });
});

describe('garbage', () => {
  it('by the thousands of bytes brings nothing down', async () => {
    const origin = await openText('fine');
    const proxy = await open(origin, {}, { requests: 1_000 });
    let seed = 1;
    const nextByte = () => {
      seed = (seed * 48_271) % 0x7fffffff;
      return seed & 0xff;
    };
    const noise = (length: number) => Buffer.from(Array.from({ length }, nextByte));
    const heads = [
      '',
      'CONNECT ',
      'GET http://',
      `CONNECT 127.0.0.1:${origin.port} HTTP/1.1\r\n`,
      'GET http://127.0.0.1/ HTTP/1.1\r\n',
    ];
    for (let round = 0; round < 60; round += 1) {
      const head = heads[round % heads.length] ?? '';
      const bytes = Buffer.concat([Buffer.from(head), noise(3_000), Buffer.from('\r\n\r\n')]);
      expect(await exchange(proxy.port, bytes)).toBe('');
    }
    expect(await get(proxy, `http://127.0.0.1:${origin.port}/`)).toContain('fine');
  });
});
