import { networkInterfaces } from 'node:os';
import { type Address, isSameAddress, parseAddress } from './address.ts';
import { type AddressRange, parseRange, rangeHolds } from './address-range.ts';

const loopback: readonly AddressRange[] = ['0.0.0.0/8', '127.0.0.0/8', '::/127'].map(parseRange);

/** Whether an address leads to this machine: loopback, unspecified, or that of an interface. */
export function isOwnAddress(address: Address): boolean {
  if (loopback.some((range) => rangeHolds(range, address))) return true;
  // Read each time: interfaces come and go while a service runs.
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => {
      const own = parseAddress(entry.address.replace(/%.*$/, ''));
      return own !== undefined && isSameAddress(own, address);
    }),
  );
}
