import http from 'node:http';
import type net from 'node:net';
import { connect as secure } from 'node:tls';
import { dialTarget, type Upstream } from './dial.ts';
import { refuseAddress, refuseTarget } from './egress-decision.ts';
import { connectTcp, type EgressEdges, selectResolve } from './egress-edges.ts';
import { defaultEgressLimits } from './egress-limits.ts';
import { type EgressPolicy, type EgressRules, parsePolicy } from './egress-policy.ts';
import { EgressRefusal, isRefusal } from './egress-refusal.ts';
import { buildNameCache } from './name-cache.ts';
import type { OutsideOutcome, OutsideRequest } from './outside-request.ts';
import { headerSizeLimit } from './send-upstream.ts';
import { parseTarget, type Target } from './target.ts';
import { proxyHeaders } from './upstream-proxy.ts';

/** Bytes of an answer's body that are read to its end; a longer one is cut. */
const bodyLimit = 64 * 1024;
/** Milliseconds that the body of an error is waited for. */
const errorBodyMs = 1_000;

/**
 * Sends bytes to an address under the rules that apply to pages: the name is resolved once, each of its addresses is checked, and
 * one of these is dialled. No redirect is followed. Plain http goes where the operator's exceptions lead and nowhere else, but at
 * level `open`. Never rejects.
 */
export async function sendOutside(
  policy: EgressPolicy,
  request: OutsideRequest,
  edges: EgressEdges = {},
): Promise<OutsideOutcome> {
  const started = performance.now();
  const measure = () => Math.round(performance.now() - started);
  const place = readPlace(policy, request.url, request.isPlainAllowed);
  if (place === undefined) return { failure: 'not_allowed', ms: measure() };
  const late = AbortSignal.timeout(request.timeoutMs);
  const over = request.signal ? AbortSignal.any([late, request.signal]) : late;
  let socket: net.Socket | undefined;
  try {
    const upstream = await dial(place, edges, over);
    socket = place.isSecure ? await startTls(upstream.socket, place.target, over) : upstream.socket;
    const { answer, errorText, body } = await exchange(request, place, { ...upstream, socket }, over);
    const { statusCode: status = 0, headers } = answer;
    const ms = measure();
    return { status, headers, ms, ...(errorText && { errorText: await errorText }), ...(body && { body: await body }) };
  } catch (error) {
    socket?.destroy();
    return { failure: late.aborted ? 'timeout' : explain(error), ms: measure() };
  }
}

/** Whether the rules refuse an address whatever its name resolves to. */
export function refusesOutside(policy: EgressPolicy, url: string): boolean {
  const place = readPlace(policy, url);
  if (place === undefined) return true;
  const { rules, target } = place;
  if (refuseTarget(target, rules) !== undefined) return true;
  return target.address !== undefined && refuseAddress(target.address, target.port, rules) !== undefined;
}

interface Place {
  readonly target: Target;
  readonly isSecure: boolean;
  readonly path: string;
  readonly rules: EgressRules;
}

function readPlace(policy: EgressPolicy, text: string, isPlainAllowed = false): Place | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, search } = new URL(text);
  const isSecure = protocol === 'https:';
  if (!isSecure && protocol !== 'http:') return undefined;
  const target = parseTarget(host, isSecure ? 443 : 80);
  const rules = parsePolicy(policy);
  // Without their own ports the rules leave the exceptions.
  const ports = isSecure || isPlainAllowed ? rules.ports : new Set<number>();
  return target && { target, isSecure, path: pathname + search, rules: { ...rules, ports } };
}

function dial({ target, isSecure, rules }: Place, edges: EgressEdges, over: AbortSignal): Promise<Upstream> {
  const { resolveMs, connectMs } = defaultEgressLimits;
  const names = buildNameCache(edges.resolve ?? selectResolve(rules.level), resolveMs, over);
  const context = { rules, names, connect: edges.connect ?? connectTcp, connectMs };
  return dialTarget(target, isSecure ? 'tunnel' : 'request', context, over);
}

/** Resolves once the certificate has been checked against the host's name (RFC 9110, section 4.3.4). */
async function startTls(socket: net.Socket, { host, address }: Target, over: AbortSignal): Promise<net.Socket> {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const secured = secure({ socket, host: name, servername: address ? '' : name, ALPNProtocols: ['http/1.1'] }, resolve);
  // Stays for the life of the connection, because an error without a listener ends the process.
  secured.on('error', (error) => reject(new TlsFailure('', { cause: error })));
  const abort = () => {
    secured.destroy();
    socket.destroy();
    reject(over.reason);
  };
  over.addEventListener('abort', abort, { once: true });
  if (over.aborted) abort();
  await promise.finally(() => over.removeEventListener('abort', abort));
  return secured;
}

class TlsFailure extends Error {}

/** The head of an answer, the start of its body if that says why it is an error, and its whole body if that was asked for. */
interface Exchanged {
  answer: http.IncomingMessage;
  errorText: Promise<string> | undefined;
  body: Promise<Buffer | undefined> | undefined;
}

function exchange(
  { method, headers, body, errorBytes = 0, answerBytes = 0 }: OutsideRequest,
  { target, isSecure, path }: Place,
  { socket, proxy }: Upstream,
  over: AbortSignal,
): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
  const hostField = target.port === (isSecure ? 443 : 80) ? target.host : `${target.host}:${target.port}`;
  const sent = http.request({
    createConnection: () => socket,
    method,
    path: proxy ? `http://${hostField}${path}` : path,
    headers: [
      ...['Host', hostField, 'Connection', 'close', 'Content-Length', String(body.byteLength)],
      ...Object.entries(headers).flat(),
      ...(proxy ? proxyHeaders(proxy) : []),
    ],
    maxHeaderSize: headerSizeLimit,
    signal: over,
  });
  sent.on('error', reject);
  sent.once('response', (answer) => {
    const isError = (answer.statusCode ?? 0) >= 400;
    // Before the body begins: data without a listener is lost.
    resolve({
      answer,
      errorText: isError && errorBytes > 0 ? readStart(answer, errorBytes) : undefined,
      body: !isError && answerBytes > 0 ? readWhole(answer, answerBytes) : undefined,
    });
    let bytes = 0;
    answer.on('error', () => {});
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > Math.max(bodyLimit, answerBytes)) socket.destroy();
    });
  });
  sent.once('upgrade', () => reject(new TypeError('An upgrade that was not requested.')));
  sent.end(body);
  return promise;
}

/** The first bytes of a body as text, or as much of them as comes in time. */
async function readStart(answer: http.IncomingMessage, wanted: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, errorBodyMs);
  answer.on('data', (chunk: Buffer) => {
    if (bytes < wanted) chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= wanted) resolve();
  });
  answer.once('close', resolve);
  await promise;
  clearTimeout(timer);
  return Buffer.concat(chunks).toString('utf8', 0, wanted);
}

/** The whole body; undefined for one that is longer or breaks off. */
function readWhole(answer: http.IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.once('end', () => {
    const whole = Buffer.concat(chunks);
    resolve(whole.length > limit ? undefined : whole);
  });
  answer.once('close', () => resolve(undefined));
  return promise;
}

function explain(error: unknown) {
  if (error instanceof EgressRefusal) return isRefusal(error.reason) ? 'not_allowed' : 'unreachable';
  if (error instanceof TlsFailure) return 'tls_failed';
  return 'broken_off';
}
