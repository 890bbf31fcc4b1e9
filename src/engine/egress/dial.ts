import type net from 'node:net';
import { type Address, formatAddress } from './address.ts';
import { connectFirst } from './connect-first.ts';
import { refuseAddress, refuseTarget } from './egress-decision.ts';
import { type Connect, connectTcp, type EgressEdges, selectResolve } from './egress-edges.ts';
import { defaultEgressLimits } from './egress-limits.ts';
import { type EgressPolicy, type EgressRules, parsePolicy } from './egress-policy.ts';
import { EgressRefusal } from './egress-refusal.ts';
import { buildNameCache, type NameCache } from './name-cache.ts';
import { parseTarget, type Target } from './target.ts';

/** What dialling needs besides the target. */
export interface DialContext {
  readonly rules: EgressRules;
  readonly names: NameCache;
  readonly connect: Connect;
  readonly connectMs: number;
}

/**
 * Connects to a host and port if the policy allows it. Rejects with an EgressRefusal, or with the reason of `signal`.
 * The host is decided on by the addresses behind it; one of those is dialled, never the name.
 */
export async function dial(
  host: string,
  port: number,
  policy: EgressPolicy,
  edges: EgressEdges,
  signal: AbortSignal,
): Promise<net.Socket> {
  const target = parseTarget(host, port);
  if (target === undefined) throw new EgressRefusal('unresolvable', host);
  return dialTarget(target, buildDialContext(parsePolicy(policy), edges, signal), signal);
}

/** The context of a policy with the default times. Names are resolved once per context. */
export function buildDialContext(rules: EgressRules, edges: EgressEdges, signal: AbortSignal): DialContext {
  const { resolveMs, connectMs } = defaultEgressLimits;
  const resolve = edges.resolve ?? selectResolve(rules.level);
  const names = buildNameCache(resolve, resolveMs, signal);
  return { rules, names, connect: edges.connect ?? connectTcp, connectMs };
}

/** The decision and the connection behind every byte that leaves for a render. */
export async function dialTarget(target: Target, context: DialContext, signal: AbortSignal): Promise<net.Socket> {
  const { host, port } = target;
  const early = refuseTarget(target, context.rules);
  if (early !== undefined) throw new EgressRefusal(early, host);
  const addresses = target.address === undefined ? await untilAborted(context.names(host), signal) : [target.address];
  if (addresses.length === 0) throw new EgressRefusal('unresolvable', host);
  for (const address of addresses) {
    const reason = refuseAddress(address, port, context.rules);
    if (reason !== undefined) throw new EgressRefusal(reason, host);
  }
  const attempts = alternateFamilies(addresses.map(replaceUnspecified)).slice(0, mostAttempts);
  const start = (address: Address) => context.connect(formatAddress(address), port);
  const socket = await connectFirst(attempts, start, context.connectMs, signal);
  if (socket === undefined) throw new EgressRefusal('unreachable', host);
  return socket;
}

/** A name with more addresses than this is tried on the first few, so that one name is no port scan. */
const mostAttempts = 6;

/** What is dialled as 0.0.0.0 or :: ends at loopback, so loopback is dialled: the far end must be what was meant. */
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
