import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, getCACertificates, TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { openPrivateTrust, type PrivateTrust } from '../../../src/browser/egress/private-trust.ts';
import { makeAuthority, makeCertificate, type TestCertificate } from '../../helpers/test-authority.ts';
import { asSocket, openPair } from './memory-connections.ts';

const authority = makeAuthority();
const site = { host: 'site.test', port: 443 };

function open(clock: () => number = () => 0, added: readonly string[] = [authority.cert]): PrivateTrust {
  const trust = openPrivateTrust(added, clock);
  if (trust === undefined) throw new Error('There is no trust.');
  return trust;
}

/** Starts TLS with a server in memory that has this certificate, and gives what it was asked for. */
async function secure(trust: PrivateTrust, certificate: TestCertificate, target: object = site) {
  const [near, far] = openPair();
  const server = new TLSSocket(asSocket(far), { isServer: true, ...certificate, ALPNProtocols: ['h2', 'http/1.1'] });
  server.on('error', () => undefined);
  const secured = await trust.secure(asSocket(near), target as never, new AbortController().signal);
  return { secured, server, near };
}

test.each([
  ['without authorities', []],
  ['with texts that are no certificates', ['x']],
  ['with those that come with Node', getCACertificates('bundled').slice(0, 2)],
])('there is no more private trust than that of the environment %s', (_what, added) => {
  const bodyOf = (pem: string) => pem.replaceAll(/\s/g, '');
  const known = new Set(getCACertificates('bundled').map(bodyOf));
  const hasExtra = getCACertificates('extra').some((pem) => !known.has(bodyOf(pem)));
  expect(openPrivateTrust(added, () => 0) !== undefined).toBe(hasExtra);
});

test('the browser knows the key of its end by its hash, and speaks HTTP/1.1', async () => {
  const trust = open();
  const [near, far] = openPair();
  const inner = trust.accept(far);
  const client = connect({ socket: asSocket(near), rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] });
  await once(client, 'secureConnect');
  const { publicKey } = new X509Certificate(client.getPeerCertificate(true).raw);
  const key = publicKey.export({ type: 'spki', format: 'der' });
  expect(createHash('sha256').update(key).digest('base64')).toBe(trust.keyHash);
  expect(client.alpnProtocol).toBe('http/1.1');
  inner.write('said');
  expect(String((await once(client, 'data'))[0])).toBe('said');
});

test.each([
  ['a name', site, 'site.test'],
  ['an address', { host: '192.0.2.1', port: 443, address: '192.0.2.1' }, null],
])('a host with %s and a certificate of the authority is connected to', async (_what, target, servername) => {
  const trust = open();
  const { secured, server } = await secure(trust, authority.issue([target.host]), target);
  expect(secured).toEqual({ stream: expect.any(TLSSocket) });
  expect('stream' in secured && secured.stream.alpnProtocol).toBe('http/1.1');
  expect((server as unknown as { servername: unknown }).servername).toBe(servername);
  expect(trust.isForeign(target as never)).toBe(false);
});

test('several authorities may be in one text', async () => {
  const text = `${makeAuthority('another').cert}\n${authority.cert}`;
  const { secured } = await secure(
    open(() => 0, [text]),
    authority.issue(['site.test']),
  );
  expect(secured).toHaveProperty('stream');
});

describe('a certificate of the authority that', () => {
  test.each([
    ['is too old', authority.issue(['site.test'], { starts: 2011, expires: 2012 }), 'CERT_DATE_INVALID'],
    ['is not valid yet', authority.issue(['site.test'], { starts: 2048 }), 'CERT_DATE_INVALID'],
    ['has another name', authority.issue(['other.test']), 'CERT_COMMON_NAME_INVALID'],
  ])('%s is at fault, and its connection is closed', async (_what, certificate, fault) => {
    const trust = open();
    const { secured, near } = await secure(trust, certificate);
    expect([secured, near.destroyed, trust.isForeign(site as never)]).toEqual([{ fault }, true, false]);
  });
});

test.each([
  ['another authority', makeAuthority('another').issue(['site.test'])],
  ['none but itself', makeCertificate({ name: 'site.test', hosts: ['site.test'] })],
])('a certificate of %s is left to the browser for five minutes', async (_what, certificate) => {
  let now = 1000;
  const trust = open(() => now);
  const { secured, near } = await secure(trust, certificate);
  expect([secured, near.destroyed]).toEqual([{ fault: undefined }, true]);
  const isForeign = (target: object) => trust.isForeign(target as never);
  expect([isForeign(site), isForeign({ ...site, port: 444 })]).toEqual([true, false]);
  now = 300_999;
  expect(isForeign(site)).toBe(true);
  now = 301_000;
  expect(isForeign(site)).toBe(false);
});

test.each(['before', 'while'])('a client that is gone %s TLS starts ends the connection', async (moment) => {
  const [near] = openPair();
  const gone = new AbortController();
  if (moment === 'before') gone.abort();
  const securing = open().secure(asSocket(near), site as never, gone.signal);
  gone.abort();
  expect(await securing).toEqual({ fault: undefined });
  expect(near.destroyed).toBe(true);
});
