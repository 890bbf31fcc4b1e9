import { type Address, parseAddress } from './address.ts';
import type { Resolve } from './egress-edges.ts';

/** Gives the addresses of a name; none where it has none or does not answer in time. Never rejects. */
export type NameCache = (host: string) => Promise<readonly Address[]>;

const loopback = ['127.0.0.1', '::1'];

/**
 * Resolves each name once and keeps to the answer, so that a render sees one address behind a name and asks for it no
 * oftener than needed. `signal` ends what is still being asked.
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
  // An answer that cannot be read could be anything, so the name counts as one without answer.
  return addresses.every((address) => address !== undefined) ? addresses : [];
}

async function askWithin(host: string, resolve: Resolve, resolveMs: number, signal: AbortSignal) {
  const over = AbortSignal.any([signal, AbortSignal.timeout(resolveMs)]);
  const gaveUp = new Promise<readonly string[]>((done) =>
    over.addEventListener('abort', () => done([]), { once: true }),
  );
  return over.aborted ? [] : Promise.race([resolve(host, over), gaveUp]);
}
