import { isIP } from 'node:net';
import { RequestError } from '../answers/problems.ts';

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

const words = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Throws `config_invalid` unless each entry is an address, a network such as 10.0.0.0/8, or the name of one. */
export function checkProxies(entries: readonly string[]): void {
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const longest = isIP(address) === 6 ? 128 : 32;
    const isNetwork = isIP(address) !== 0 && rest.length === 0;
    if (words.has(entry) || (isNetwork && bits === undefined)) continue;
    if (isNetwork && /^\d{1,3}$/.test(bits ?? '') && Number(bits) > 0 && Number(bits) <= longest) continue;
    throw new RequestError(
      'config_invalid',
      `trust_proxy: ${JSON.stringify(entry)} is neither an address nor a network such as 10.0.0.0/8, nor ${[...words].join(', ')}`,
    );
  }
}
