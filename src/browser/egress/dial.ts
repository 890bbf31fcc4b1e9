import type net from 'node:net';
import { type Address, formatAddress } from './address.ts';
import { connectFirst } from './connect-first.ts';
import { isOwnAddress, refuseAddress, refuseTarget } from './egress-decision.ts';
import type { Connect } from './egress-edges.ts';
import type { EgressRules } from './egress-policy.ts';
import { EgressRefusal } from './egress-refusal.ts';
import type { NameCache } from './name-cache.ts';
import type { Target } from './target.ts';
import { connectProxy, openTunnel } from './upstream-proxy.ts';

/** What dialling needs besides the target. */
export interface DialContext {
  readonly rules: EgressRules;
  readonly names: NameCache;
  readonly connect: Connect;
  readonly connectMs: number;
}

/** What is to be sent: a plain HTTP request, or bytes that no proxy reads. */
export type DialPurpose = 'request' | 'tunnel';

/** A connection to a target. */
export interface Upstream {
  readonly socket: net.Socket;
  /** The proxy that it ends at, which takes requests in absolute form. Tunnels through a proxy end at the target. */
  readonly proxy?: URL;
}

/**
 * Decides on a target and connects to it: all that a render sends goes through here. The rules check the addresses of the
 * host, and one of these is dialled, never the name, unless a proxy is used. Rejects with an EgressRefusal, or with
 * the reason of `signal`.
 */
export async function dialTarget(
  target: Target,
  purpose: DialPurpose,
  context: DialContext,
  signal: AbortSignal,
): Promise<Upstream> {
  const { host, port } = target;
  const { rules, connectMs } = context;
  const early = refuseTarget(target, rules);
  if (early !== undefined) throw new EgressRefusal(early, host);
  const addresses = target.address === undefined ? await untilAborted(context.names(host), signal) : [target.address];
  const proxy = selectProxy(target, purpose, addresses, rules);
  // Often only the proxy can resolve names. At level `public` the rules need an address to check.
  if (addresses.length === 0 && (proxy === undefined || rules.level === 'public')) {
    throw new EgressRefusal('unresolvable', host);
  }
  for (const address of addresses) {
    const reason = refuseAddress(address, port, rules);
    if (reason !== undefined) throw new EgressRefusal(reason, host);
  }
  if (proxy !== undefined) {
    const dialling = { connect: context.connect, connectMs, signal };
    if (purpose === 'request') return { socket: await connectProxy(proxy, target, dialling), proxy };
    return { socket: await openTunnel(proxy, target, dialling) };
  }
  const attempts = alternateFamilies(addresses.map(replaceUnspecified)).slice(0, attemptLimit);
  const start = (address: Address) => context.connect(formatAddress(address), port);
  const socket = await connectFirst(attempts, start, connectMs, signal);
  if (socket === undefined) throw new EgressRefusal('unreachable', host);
  return { socket };
}

/** No proxy leads to this machine itself, by whatever name. */
function selectProxy({ host, port }: Target, purpose: DialPurpose, addresses: readonly Address[], rules: EgressRules) {
  const proxy = rules.proxy(new URL(`${purpose === 'request' ? 'http' : 'https'}://${host}:${port}/`));
  return proxy && !addresses.some(isOwnAddress) ? proxy : undefined;
}

/** The most addresses that are tried for one name, so that a name is no port scan. */
const attemptLimit = 6;

/** The system dials loopback for 0.0.0.0 and ::. Named here, so that the far end can be compared with what was dialled. */
function replaceUnspecified(address: Address): Address {
  if (address.value !== 0n) return address;
  return address.family === 4 ? { family: 4, value: 0x7f000001n } : { family: 6, value: 1n };
}

function alternateFamilies(addresses: readonly Address[]): Address[] {
  const v6 = addresses.filter(({ family }) => family === 6);
  const v4 = addresses.filter(({ family }) => family === 4);
  const longer = Math.max(v6.length, v4.length);
  return Array.from({ length: longer }, (_, index) => [v6[index], v4[index]])
    .flat()
    .filter((address) => address !== undefined);
}

async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
