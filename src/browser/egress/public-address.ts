import type { Address } from './address.ts';
import { type AddressRange, parseRange, rangeHolds } from './address-range.ts';

/**
 * IPv4 blocks that are not the public internet, after the IANA special-purpose address registry, plus two that cloud
 * machines reach from inside only.
 */
const refusedIpv4: readonly AddressRange[] = [
  '0.0.0.0/8', // this network; Linux dials it as loopback
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8',
  '168.63.129.16/32', // the Azure host
  '169.254.0.0/16', // link-local, and the metadata service of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(parseRange);

/** The only IPv6 block of global unicast (RFC 4291); all other addresses are refused. */
const globalIpv6 = parseRange('2000::/3');

const refusedIpv6: readonly AddressRange[] = [
  '2001::/23', // IETF protocol assignments, Teredo among them
  '2001:db8::/32',
  '2002::/16', // 6to4 carries an IPv4 address, private ones too
  '3fff::/20',
].map(parseRange);

/** Whether an address belongs to the public internet, by its number alone: this machine's own may be public too. */
export function isPublicAddress(address: Address): boolean {
  if (address.family === 4) return !refusedIpv4.some((range) => rangeHolds(range, address));
  return rangeHolds(globalIpv6, address) && !refusedIpv6.some((range) => rangeHolds(range, address));
}
