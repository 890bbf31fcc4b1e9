/**
 * An IP address as a number. An IPv4-mapped IPv6 address (::ffff:0:0/96) is its IPv4 address here, because that is the
 * host which the system contacts for it.
 */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

const mappedPrefix = 0xffffn;

/**
 * Reads an address in its plain spelling: dotted decimal (RFC 791), or an IPv6 text form (RFC 4291, section 2.2) without
 * brackets. Zone identifiers, octal, hex and shortened IPv4 forms are no addresses here; the URL parser has turned them
 * into plain ones before.
 */
export function parseAddress(text: string): Address | undefined {
  const v4 = parseIpv4(text);
  if (v4 !== undefined) return { family: 4, value: v4 };
  const v6 = parseIpv6(text);
  if (v6 === undefined) return undefined;
  return v6 >> 32n === mappedPrefix ? { family: 4, value: v6 & 0xffffffffn } : { family: 6, value: v6 };
}

/** Writes an address the one way that the system's dialling functions take: dotted decimal, or eight hex groups. */
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
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    if (!/^(0|[1-9][0-9]{0,2})$/.test(part) || Number(part) > 255) return undefined;
    value = (value << 8n) | BigInt(part);
  }
  return value;
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? '', true) : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...new Array<bigint>(missing).fill(0n), ...tail];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

/** Hex groups of 16 bits; where `last` is set, the final group may be a dotted IPv4 address, which makes two groups. */
function parseGroups(text: string, last: boolean): bigint[] | undefined {
  if (text === '') return [];
  const words = text.split(':');
  const groups: bigint[] = [];
  for (const [index, word] of words.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(word)) {
      groups.push(BigInt(`0x${word}`));
      continue;
    }
    const v4 = last && index === words.length - 1 ? parseIpv4(word) : undefined;
    if (v4 === undefined) return undefined;
    groups.push(v4 >> 16n, v4 & 0xffffn);
  }
  return groups;
}
