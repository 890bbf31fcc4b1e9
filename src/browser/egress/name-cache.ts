import { type Address, parseAddress } from './address.ts';
import type { Resolve } from './egress-edges.ts';

/** The addresses of a name; none if it has none or the answer is late. Never rejects. */
export type NameCache = (host: string) => Promise<readonly Address[]>;

const loopback = ['127.0.0.1', '::1'];

/**
 * Resolves each name once and keeps the answer, so that the addresses of a name cannot change during a render. `signal` ends
 * open questions.
 */
export function buildNameCache(resolve: Resolve, resolveMs: number, signal: AbortSignal): NameCache {
  const answers = new Map<string, Promise<readonly Address[]>>();
  return (host) => {
    const known = answers.get(host);
    if (known !== undefined) return known;
    const answer = resolveWithin(host, resolve, resolveMs, signal).catch(() => []);
    answers.set(host, answer);
    return answer;
  };
}

async function resolveWithin(host: string, resolve: Resolve, resolveMs: number, signal: AbortSignal) {
  const localhost = host === 'localhost' || host.endsWith('.localhost');
  const found = localhost ? loopback : await askWithin(host, resolve, resolveMs, signal);
  const addresses = found.map(parseAddress);
  // One address that cannot be read spoils the answer, because it could be any address.
  return addresses.every((address) => address !== undefined) ? addresses : [];
}

async function askWithin(host: string, resolve: Resolve, resolveMs: number, signal: AbortSignal) {
  const over = AbortSignal.any([signal, AbortSignal.timeout(resolveMs)]);
  const gaveUp = new Promise<readonly string[]>((done) =>
    over.addEventListener('abort', () => done([]), { once: true }),
  );
  return over.aborted ? [] : Promise.race([resolve(host, over), gaveUp]);
}
