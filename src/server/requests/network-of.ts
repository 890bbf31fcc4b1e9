import { isIP } from 'node:net';

/**
 * The network that failures are counted by. An IPv6 caller owns a /64 (RFC 6177), so its addresses count together. Some proxies write the port
 * of a connection behind its address, which says nothing of the caller; all that is no address counts as one.
 */
export function networkOf(written: string): string {
  const address = written.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1');
  if (isIP(address) === 0) return 'no address';
  if (!address.includes(':') || address.includes('.')) return address;
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
