import { once } from 'node:events';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openEgressSession } from '../../../src/browser/egress/egress-session.ts';
import { openPrivateTrust } from '../../../src/browser/egress/private-trust.ts';
import { makeAuthority, type TestCertificate } from '../../helpers/test-authority.ts';

const authority = makeAuthority();

/** A session that trusts the authority, and tunnels through it. */
async function openTrusting() {
  let time = 0;
  const trust = openPrivateTrust([authority.cert], () => time);
  const session = await openEgressSession({ level: 'open' }, {}, { openTrust: async () => trust });
  onTestFinished(() => session.close());
  async function connect(target: string) {
    const client = net.connect(session.port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    client.on('error', () => undefined).write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
    const [answer] = await Promise.race([once(client, 'data'), once(client, 'close').then(() => [''])]);
    expect(String(answer)).toBe('HTTP/1.1 200 Connection Established\r\n\r\n');
    return client;
  }
  return {
    session,
    connect,
    pass: (ms: number) => {
      time += ms;
    },
    /** Who shows the certificate at the end of such a tunnel, and what a request is answered. */
    async ask(target: string) {
      const client = await connect(target);
      const host = target.replace(/:\d+$/, '');
      const servername = net.isIP(host) ? '' : host;
      const secured = tls.connect({ socket: client, servername, rejectUnauthorized: false });
      await once(secured, 'secureConnect');
      const shown = secured.getPeerX509Certificate()?.subject ?? '';
      secured.end(`GET / HTTP/1.1\r\nHost: ${target}\r\nConnection: close\r\n\r\n`);
      let answer = '';
      for await (const bytes of secured) answer += bytes;
      return [shown.replace('CN=', ''), answer.split('\r\n\r\n')[1]];
    },
  };
}

/** A server over TLS that counts its connections. */
async function openSite(certificate: TestCertificate) {
  let connections = 0;
  const server = https.createServer(certificate, (_request, response) => void response.end('hello'));
  server.on('connection', () => {
    connections += 1;
  });
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  return { port, server, count: () => connections };
}

async function listen(server: net.Server): Promise<number> {
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const countOpen = (server: net.Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

describe('a tunnel to a host with a certificate of a private authority', () => {
  it.each(['localhost', '127.0.0.1'])('is verified over the one connection to %s', async (host) => {
    const { ask } = await openTrusting();
    const { port, server, count } = await openSite(authority.issue([host]));
    expect(await ask(`${host}:${port}`)).toEqual(['platen', 'hello']);
    expect(await ask(`${host}:${port}`)).toEqual(['platen', 'hello']);
    expect(count()).toBe(2);
    await vi.waitFor(async () => expect(await countOpen(server)).toBe(0), { timeout: 10_000 });
  });

  it.each([
    ['has expired', { expires: 2021 }, 'localhost', 'CERT_DATE_INVALID'],
    ['is not valid yet', { starts: 2048 }, 'localhost', 'CERT_DATE_INVALID'],
    ['is for another host', {}, '127.0.0.1', 'CERT_COMMON_NAME_INVALID'],
  ])('passes the certificate on if it %s, and says so', async (_, claims, host, fault) => {
    const { ask, session } = await openTrusting();
    const { port, count } = await openSite(authority.issue(['localhost'], claims));
    const url = `https://${host}:${port}/any`;
    expect(session.faultOf(url)).toBeUndefined();
    for (const connections of [2, 4]) {
      expect(await ask(`${host}:${port}`)).toEqual(['server', 'hello']);
      expect([count(), session.faultOf(url)]).toEqual([connections, fault]);
    }
    expect([session.faultOf(`https://${host}:1/`), session.faultOf('no url')]).toEqual([undefined, undefined]);
    session.resume();
    expect(session.faultOf(url)).toBeUndefined();
  });
});

describe('a tunnel to a host with another authority', () => {
  it('is looked at once in five minutes, and left to the browser', async () => {
    const { ask, session, pass } = await openTrusting();
    const { port, count } = await openSite(makeAuthority('another').issue(['localhost']));
    const asked: number[] = [];
    for (const ms of [0, 1, 299_998, 1]) {
      pass(ms);
      expect(await ask(`localhost:${port}`)).toEqual(['server', 'hello']);
      asked.push(count());
    }
    expect(asked).toEqual([2, 3, 4, 6]);
    expect(session.faultOf(`https://localhost:${port}/`)).toBeUndefined();
  });
});

describe('a tunnel to what speaks no TLS', () => {
  it('passes bytes of a client that speaks none either, over its one connection', async () => {
    const { connect } = await openTrusting();
    let connections = 0;
    const port = await listen(
      net.createServer((socket) => {
        connections += 1;
        socket.on('error', () => undefined).pipe(socket);
      }),
    );
    const client = await connect(`localhost:${port}`);
    client.write('hello');
    expect(String((await once(client, 'data'))[0])).toBe('hello');
    expect(connections).toBe(1);
  });

  it('passes the bytes of a client that does, and finds no fault of a certificate', async () => {
    const { connect, session } = await openTrusting();
    const got: string[] = [];
    const port = await listen(
      net.createServer((socket) => {
        socket
          .on('error', () => undefined)
          .on('data', (bytes) => {
            got.push(bytes.subarray(0, 1).toString('hex'));
            socket.end('no TLS here');
          });
      }),
    );
    const client = await connect(`localhost:${port}`);
    client.write(Buffer.from('16030100050100000000', 'hex'));
    expect(String((await once(client, 'data'))[0])).toBe('no TLS here');
    expect([got, session.faultOf(`https://localhost:${port}/`)]).toEqual([['16', '16'], undefined]);
  });

  it.each([
    ['its client', ''],
    ['the host', '16030100050100000000'],
  ])('is closed when it is cut while %s says nothing', async (_, hello) => {
    const { connect, session } = await openTrusting();
    const got: Buffer[] = [];
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined).on('data', (bytes) => void got.push(bytes));
    });
    const client = await connect(`localhost:${await listen(server)}`);
    client.write(Buffer.from(hello, 'hex'));
    await vi.waitFor(async () => expect([await countOpen(server), got.length > 0]).toEqual([1, hello !== '']), {
      timeout: 5_000,
    });
    session.cut();
    await vi.waitFor(async () => expect(await countOpen(server)).toBe(0), { timeout: 6_000 });
  });
});

it('authorities that the browser knows are no reason for a key', () => {
  const bundled = tls.getCACertificates('bundled');
  const known = new Set(bundled.map((pem) => pem.replaceAll(/\s/g, '')));
  const hasOthers = tls.getCACertificates('extra').some((pem) => !known.has(pem.replaceAll(/\s/g, '')));
  const trust = openPrivateTrust([bundled.slice(0, 3).join('\n').replaceAll('\n', '\r\n'), 'no certificate'], () => 0);
  expect(trust !== undefined).toBe(hasOthers);
});
