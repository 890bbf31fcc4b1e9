import { joinAddress, parseBaseUrl } from './address.ts';
import type { Environment } from './find-proxy.ts';
import { openHttpTransport } from './http-transport.ts';
import { readText } from './send-request.ts';
import type { HttpTransport } from './transport.ts';

/** What a platen service says of itself to its operator. Fields that its version does not know are missing. */
export interface Readiness {
  /** `ready`, or why not. */
  status: string;
  version?: string;
  /** Which database it keeps templates and keys in. */
  database?: string;
  /** When its store was last backed up, ISO 8601; null for never. */
  last_backup?: string | null;
  /** Services on its database that do renders in the background. */
  workers?: number;
}

/** Bytes of the answer that are read. */
const longestAnswer = 65_536;
/** Milliseconds for the answer: a service may print a page first. */
const timeoutMs = 10_000;

/** Asks a service whether it is ready, without a key. Undefined if nothing there answers as platen does. */
export async function askReadiness(
  baseUrl: string,
  env: Environment,
  signal: AbortSignal,
): Promise<Readiness | undefined> {
  const base = parseBaseUrl(baseUrl);
  return askThrough(await openHttpTransport(base, env, timeoutMs), base, signal);
}

/** Asks through a transport, which it closes. */
export async function askThrough(
  transport: Pick<HttpTransport, 'send' | 'close'>,
  base: URL,
  signal: AbortSignal,
): Promise<Readiness | undefined> {
  try {
    const url = joinAddress(base, '/readyz');
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await transport.send({ url, method: 'GET', headers: {}, body: undefined, signal: limit });
    const body: unknown = JSON.parse(await readText(answer.body, longestAnswer, url, limit));
    return isReadiness(body) ? body : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  } finally {
    await transport.close();
  }
}

function isReadiness(body: unknown): body is Readiness {
  return typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'string';
}
