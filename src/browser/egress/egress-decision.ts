import { networkInterfaces } from 'node:os';
import { type Address, isSameAddress, parseAddress } from './address.ts';
import { type AddressRange, parseRange, rangeHolds } from './address-range.ts';
import type { EgressRules } from './egress-policy.ts';
import type { RefusalReason } from './egress-refusal.ts';
import { isPublicAddress } from './public-address.ts';
import type { Target } from './target.ts';

/** The ports of all egress sessions in this process, so that no render reaches the proxy of another. */
export const openProxyPorts = new Set<number>();

/** Why a target may not even be resolved, or undefined. */
export function refuseTarget({ host, port }: Target, rules: EgressRules): RefusalReason | undefined {
  if (rules.level === 'deny') return 'level';
  // These names never resolve (RFC 6761), and platen serves documents under them.
  if (host === 'invalid' || host.endsWith('.invalid')) return 'address_not_allowed';
  if (rules.bound?.host === host && rules.bound.port !== port) return 'port';
  if (rules.level === 'open') return undefined;
  if (rules.level === 'allow-list' && !rules.hosts.has(host)) return 'level';
  return rules.ports.has(port) || rules.allow.some((exception) => exception.port === port) ? undefined : 'port';
}

/** Why an address may not be dialled on a port, or undefined. This is the address rule. */
export function refuseAddress(address: Address, port: number, rules: EgressRules): RefusalReason | undefined {
  if (rules.level === 'deny') return 'level';
  const isListener = openProxyPorts.has(port) || rules.ownPorts().includes(port);
  if (isListener && isOwnAddress(address)) return 'own_listener';
  if (rules.refuse.some((range) => rangeHolds(range, address))) return 'address_not_allowed';
  if (rules.level === 'open') return undefined;
  if (rules.allow.some((exception) => exception.port === port && rangeHolds(exception.range, address)))
    return undefined;
  if (!isPublicAddress(address) || isOwnAddress(address)) return 'address_not_allowed';
  return rules.ports.has(port) ? undefined : 'port';
}

const loopback: readonly AddressRange[] = ['0.0.0.0/8', '127.0.0.0/8', '::/127'].map(parseRange);

/** Whether an address leads to this machine: loopback, unspecified, or that of an interface. */
export function isOwnAddress(address: Address): boolean {
  if (loopback.some((range) => rangeHolds(range, address))) return true;
  // Read each time: interfaces come and go while a service runs.
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => {
      const local = parseAddress(entry.address.replace(/%.*$/, ''));
      return local !== undefined && isSameAddress(local, address);
    }),
  );
}
