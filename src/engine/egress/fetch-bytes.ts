import type net from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { EngineError } from '../engine-error.ts';
import { buildDialContext, type DialContext, dialTarget } from './dial.ts';
import type { EgressEdges } from './egress-edges.ts';
import { defaultEgressLimits } from './egress-limits.ts';
import { type EgressPolicy, parsePolicy } from './egress-policy.ts';
import { EgressRefusal } from './egress-refusal.ts';
import { parseTarget, type Target } from './target.ts';

/** How to fetch. */
export interface FetchOptions {
  /** Ends the whole fetch. */
  readonly signal: AbortSignal;
  /** The most bytes that the body may have. */
  readonly maxBytes: number;
  /** Fields to send, such as `user-agent`, to each address on the way; default none. Hold no secret. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly edges?: EgressEdges;
}

/** What came back from the last address. */
export interface Fetched {
  readonly url: string;
  readonly status: number;
  /** The `Content-Type` as sent; empty where there is none. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

const mostRedirects = 10;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Gets the bytes behind an http or https address under the same rules as a render's own connections; each redirect is
 * decided anew. Rejects with an EgressRefusal, with `page_failed` where the answer is of no use, or with the reason
 * of the signal. Details name only the first host.
 */
export async function fetchBytes(url: string, policy: EgressPolicy, options: FetchOptions): Promise<Fetched> {
  const context = buildDialContext(parsePolicy(policy), options.edges ?? {}, options.signal);
  const asked = URL.parse(url)?.hostname ?? '';
  try {
    let next = url;
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const result = await fetchOnce(next, context, options);
      if (typeof result !== 'string') return result;
      next = result;
    }
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof EngineError && error.code === 'page_failed') throw error;
    throw new EgressRefusal(error instanceof EgressRefusal ? error.reason : 'unreachable', asked);
  }
  throw new EngineError('page_failed', `${asked} redirects too often.`);
}

/** One exchange: the answer, or the address that it redirects to. */
async function fetchOnce(address: string, context: DialContext, options: FetchOptions): Promise<Fetched | string> {
  const url = URL.parse(address);
  const target = url && findTarget(url);
  if (!target) throw new EgressRefusal('address_not_allowed', url?.hostname ?? '');
  const socket = await dialTarget(target, context, options.signal);
  const { idleMs, connectMs } = defaultEgressLimits;
  // Loaded here, because only few renders fetch anything themselves.
  const undici = await import('undici');
  const client = new undici.Client(url.origin, {
    connect: handOver(socket, undici.buildConnector({ allowH2: false, timeout: connectMs })),
    allowH2: false,
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
  });
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { ...options.headers, 'accept-encoding': 'identity' },
      signal: options.signal,
    });
    const location = answer.headers.location;
    if (redirectStatuses.has(answer.statusCode) && typeof location === 'string') {
      return URL.parse(location, url.href)?.href ?? '';
    }
    return await readAnswer(answer, url, options.maxBytes);
  } finally {
    await client.destroy();
    socket.destroy();
  }
}

function findTarget(url: URL): Target | undefined {
  if (url.protocol === 'https:') return parseTarget(url.host, 443);
  return url.protocol === 'http:' ? parseTarget(url.host, 80) : undefined;
}

/** Makes a connection that already stands the one that the client uses, with TLS on it for https. */
function handOver(socket: net.Socket, secure: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
    // Not at once: undici takes up its queue only for a connection that comes later.
    else queueMicrotask(() => callback(null, socket));
  };
}

async function readAnswer(answer: Dispatcher.ResponseData, url: URL, maxBytes: number): Promise<Fetched> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new EngineError('page_failed', 'The answer is encoded although no encoding was asked for.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new EngineError('page_failed', `The answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const contentType = String(answer.headers['content-type'] ?? '');
  return { url: url.href, status: answer.statusCode, contentType, bytes: Buffer.concat(chunks) };
}
