import { type Address, formatAddress, parseAddress } from './address.ts';

/** A block of addresses: every address of the family whose first `bits` bits are those of `base`. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly base: bigint;
  readonly bits: number;
}

/** Whether an address is in a block. */
export function rangeHolds(range: AddressRange, address: Address): boolean {
  if (range.family !== address.family) return false;
  const rest = BigInt((range.family === 4 ? 32 : 128) - range.bits);
  return address.value >> rest === range.base >> rest;
}

/**
 * Reads a block in CIDR notation (RFC 4632): "10.1.2.0/24", "fd00::/8"; an address alone is a block of one address. Throws a
 * RangeError that says what is wrong, so that a typing error of the operator never widens or narrows a list.
 */
export function parseRange(text: string): AddressRange {
  const [written = '', length, ...more] = text.split('/');
  const address = parseAddress(written.replace(/^\[(.*)\]$/, '$1'));
  if (address === undefined || more.length > 0) throw new RangeError('is not an address block such as "10.1.2.0/24"');
  const width = address.family === 4 ? 32 : 128;
  if (length === undefined) return { family: address.family, base: address.value, bits: width };
  const mapped = address.family === 4 && written.includes(':');
  if (mapped) throw new RangeError('is an IPv4-mapped block; write it as an IPv4 block');
  if (!/^(0|[1-9][0-9]{0,2})$/.test(length) || Number(length) > width) {
    throw new RangeError(`needs a prefix length from 0 to ${width}`);
  }
  const bits = Number(length);
  const rest = BigInt(width - bits);
  const base = (address.value >> rest) << rest;
  if (base !== address.value) {
    const meant = formatAddress({ family: address.family, value: base });
    throw new RangeError(`has bits set beyond its prefix; the block is ${meant}/${bits}`);
  }
  return { family: address.family, base, bits };
}
