import { isIPv4, isIPv6 } from 'node:net';

/**
 * An IP address as a number. An IPv4-mapped IPv6 address (::ffff:0:0/96) is its IPv4 address here, because that is the
 * host that the system contacts.
 */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

const mappedPrefix = 0xffffn;

/**
 * Reads an address in its plain spelling: dotted decimal (RFC 791), or an IPv6 text form (RFC 4291, section 2.2) without
 * brackets. Zone identifiers, octal, hex and short IPv4 forms are not read: the URL parser has replaced them before.
 */
export function parseAddress(text: string): Address | undefined {
  const v4 = parseIpv4(text);
  if (v4 !== undefined) return { family: 4, value: v4 };
  const v6 = parseIpv6(text);
  if (v6 === undefined) return undefined;
  return v6 >> 32n === mappedPrefix ? { family: 4, value: v6 & 0xffffffffn } : { family: 6, value: v6 };
}

/** Writes an address for `net.connect`: dotted decimal, or eight hex groups. */
export function formatAddress({ family, value }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - 16 * index)) & 0xffffn);
  return groups.map((group) => group.toString(16)).join(':');
}

/** Whether two addresses are the same number of the same family. */
export function isSameAddress(a: Address, b: Address): boolean {
  return a.family === b.family && a.value === b.value;
}

function parseIpv4(text: string): bigint | undefined {
  if (!isIPv4(text)) return undefined;
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  if (!isIPv6(text) || text.includes('%')) return undefined;
  // The URL parser writes the address in hex groups alone, with at most one "::".
  const [head = [], tail = []] = new URL(`http://[${text}]/`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
