import { lookup, Resolver } from 'node:dns/promises';
import net from 'node:net';
import type { EgressLevel } from './egress-policy.ts';
import type { PrivateTrust } from './private-trust.ts';

/** Resolves a name to all its addresses of both families. Rejects or resolves to an empty list if it has none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Starts a connection to an address, or to the host of the operator's proxy by its name. */
export type Connect = (address: string, port: number) => net.Socket;

/** The system as the egress rules use it. */
export interface EgressEdges {
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** Makes a proxy listen on a free port of 127.0.0.1; default on this machine's. */
  readonly listen?: (server: net.Server) => Promise<void>;
  /** Authorities that the browser does not know; default none. */
  readonly openTrust?: (() => Promise<PrivateTrust | undefined>) | undefined;
}

/** Makes a server listen on a free port of this machine's loopback. */
export async function listenOnLoopback(server: net.Server): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  await promise;
}

/** Starts a TCP connection; each side may end its half by itself. */
export function connectTcp(address: string, port: number): net.Socket {
  return net.connect({ host: address, port, allowHalfOpen: true, noDelay: true });
}

/**
 * Resolves names for a level. `open` asks the system, hosts file included, like any program on the machine. The other levels
 * ask the name servers: the system's call has few slots, and a few names without an answer would block them all.
 */
export function selectResolve(level: EgressLevel): Resolve {
  return level === 'open' ? resolveBySystem : buildResolve();
}

/** Asks name servers, by default the system's ("address" or "address:port" otherwise), for A and AAAA in parallel. */
export function buildResolve(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    // One for each name, because `cancel` ends all questions of a resolver.
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  const answers = await lookup(host, { all: true });
  return answers.map(({ address }) => address);
}
