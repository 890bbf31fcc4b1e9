import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../../src/browser/egress/address.ts';
import { parseRange } from '../../../src/browser/egress/address-range.ts';
import { isOwnAddress } from '../../../src/browser/egress/egress-decision.ts';
import { isPublicAddress } from '../../../src/browser/egress/public-address.ts';

/** The IANA IPv4 and IPv6 special-purpose address registries: block, and whether it is "globally reachable". */
const registry: [block: string, global: boolean][] = [
  ['0.0.0.0/8', false],
  ['10.0.0.0/8', false],
  ['100.64.0.0/10', false],
  ['127.0.0.0/8', false],
  ['169.254.0.0/16', false],
  ['172.16.0.0/12', false],
  ['192.0.0.0/24', false],
  ['192.0.0.0/29', false],
  ['192.0.0.8/32', false],
  ['192.0.0.170/32', false],
  ['192.0.0.171/32', false],
  ['192.0.2.0/24', false],
  ['192.31.196.0/24', true],
  ['192.52.193.0/24', true],
  ['192.88.99.0/24', false],
  ['192.168.0.0/16', false],
  ['192.175.48.0/24', true],
  ['198.18.0.0/15', false],
  ['198.51.100.0/24', false],
  ['203.0.113.0/24', false],
  ['240.0.0.0/4', false],
  ['255.255.255.255/32', false],
  ['::1/128', false],
  ['::/128', false],
  ['64:ff9b:1::/48', false],
  ['100::/64', false],
  ['100:0:0:1::/64', false],
  ['2001::/23', false],
  ['2001::/32', false],
  ['2001:2::/48', false],
  ['2001:10::/28', false],
  ['2001:db8::/32', false],
  ['2002::/16', false],
  ['2620:4f:8000::/48', true],
  ['3fff::/20', false],
  ['5f00::/16', false],
  ['fc00::/7', false],
  ['fe80::/10', false],
];

/** In the registries as globally reachable, refused here: no page has business there, or they carry IPv4 addresses. */
const stricter = [
  '192.0.0.9/32',
  '192.0.0.10/32',
  '64:ff9b::/96',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:20::/28',
  '2001:30::/28',
];

/** Not in those registries: multicast, site-local, IPv4-compatible, and two places inside clouds. */
const further = [
  '224.0.0.0/4',
  'ff00::/8',
  'fec0::/10',
  '::/96',
  '168.63.129.16/32',
  '169.254.169.254/32',
  'fd00:ec2::254/128',
];

function edges(block: string): Address[] {
  const { family, base, bits } = parseRange(block);
  const rest = (1n << BigInt((family === 4 ? 32 : 128) - bits)) - 1n;
  return [base, base | (rest >> 1n), base | rest].map((value) => ({ family, value }));
}

function read(text: string): Address {
  return parseAddress(text) ?? expect.fail(text);
}

describe('the address rule', () => {
  it.each(registry)('on %s says that reaching it from anywhere is %s', (block, global) => {
    expect(edges(block).map(isPublicAddress)).toEqual([global, global, global]);
  });

  it.each([...stricter, ...further])('refuses %s', (block) => {
    expect(edges(block).map(isPublicAddress)).toEqual([false, false, false]);
  });

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '2000::',
    '2001:200::',
    '2001:db7:ffff::',
    '2001:db9::',
    '2003::',
    '2606:4700::1',
    '3ffe:ffff::',
    '3fff:1000::',
    '::ffff:8.8.8.8',
  ])('allows %s, which is public', (text) => {
    expect(isPublicAddress(read(text))).toBe(true);
  });

  it.each([
    '1fff:ffff::',
    '4000::',
    '::8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::',
    '::ffff:10.0.0.1',
    '::ffff:0:8.8.8.8',
  ])('refuses %s, which lies outside or wraps an address', (text) => {
    expect(isPublicAddress(read(text))).toBe(false);
  });
});

describe('own addresses', () => {
  it('are loopback, unspecified, and those of every interface', () => {
    const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    const texts = [
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      ...interfaces.map(({ address }) => address),
    ];
    for (const text of texts) expect(isOwnAddress(read(text)), text).toBe(true);
  });

  it('are no others', () => {
    expect(['8.8.8.8', '2606:4700::1'].map(read).map(isOwnAddress)).toEqual([false, false]);
  });
});
