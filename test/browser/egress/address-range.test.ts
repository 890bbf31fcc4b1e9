import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../src/browser/egress/address.ts';
import { parseRange, rangeHolds } from '../../../src/browser/egress/address-range.ts';

describe('a block of addresses', () => {
  test.each([
    ['10.1.2.0/24', '10.1.2.0', '10.1.2.255', '10.1.1.255', '10.1.3.0'],
    ['10.1.2.3', '10.1.2.3', '10.1.2.3', '10.1.2.2', '10.1.2.4'],
    ['128.0.0.0/1', '128.0.0.0', '255.255.255.255', '127.255.255.255', '::1'],
    ['fd00::/8', 'fd00::', 'fdff::1', 'fc00::', '10.0.0.1'],
    ['[fd00::1]', 'fd00::1', 'fd00::1', 'fd00::', 'fd00::2'],
    ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.0', '10.0.0.2'],
  ])('%s has %s to %s, and neither %s nor %s', (text, first, last, before, after) => {
    const range = parseRange(text);
    const holds = (address: string) => rangeHolds(range, parseAddress(address) as never);
    expect([first, last, before, after].map(holds)).toEqual([true, true, false, false]);
  });

  test.each([
    ['0.0.0.0/0', 0],
    ['10.0.0.1/32', 32],
    ['::1/128', 128],
    ['10.0.0.1', 32],
    ['::1', 128],
  ])('%s has a prefix of %i bits', (text, bits) => {
    expect(parseRange(text).bits).toBe(bits);
  });

  test.each([
    ['', 'is not an address block such as "10.1.2.0/24"'],
    ['10.0.0.0/8/8', 'is not an address block such as "10.1.2.0/24"'],
    ['10.0.0.0/33', 'needs a prefix length from 0 to 32'],
    ['fd00::/129', 'needs a prefix length from 0 to 128'],
    ['10.0.0.0/', 'needs a prefix length from 0 to 32'],
    ['10.0.0.0/08', 'needs a prefix length from 0 to 32'],
    ['10.0.0.0/x', 'needs a prefix length from 0 to 32'],
    ['::ffff:10.0.0.0/104', 'is an IPv4-mapped block; write it as an IPv4 block'],
    ['10.1.2.3/24', 'has bits set beyond its prefix; the block is 10.1.2.0/24'],
    ['fd00::1/8', 'has bits set beyond its prefix; the block is fd00:0:0:0:0:0:0:0/8'],
  ])('%s is refused: it %s', (text, message) => {
    expect(() => parseRange(text)).toThrow(new RangeError(message));
  });
});
