import http from 'node:http';
import type net from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { readPageAddress } from '../page-address.ts';
import { openProxyPorts } from './egress-decision.ts';
import { connectTcp, type EgressEdges, listenOnLoopback, selectResolve } from './egress-edges.ts';
import { defaultEgressLimits, type EgressLimits } from './egress-limits.ts';
import { type AnswerEnd, EgressPeriod } from './egress-period.ts';
import { type EgressPolicy, parsePolicy } from './egress-policy.ts';
import { type BlockedRequest, isRefusal } from './egress-refusal.ts';
import { buildNameCache } from './name-cache.ts';
import type { CertificateFault, PrivateTrust } from './private-trust.ts';
import { headerSizeLimit } from './send-upstream.ts';
import { servePlain } from './serve-plain.ts';
import { serveTunnel } from './serve-tunnel.ts';
import { serveUpgrade } from './serve-upgrade.ts';
import { canonicalHost, type Target } from './target.ts';

/** The network of one render at a time: a forward proxy on 127.0.0.1 that decides on each connection when it is dialled. */
export interface EgressSession {
  /** The port on 127.0.0.1 of the proxy, which every page of the render gets. */
  readonly port: number;
  /** What was refused or not reached since the last resume. */
  readonly blocked: readonly BlockedRequest[];
  /** Bytes sent and received since the last resume. */
  readonly bytes: number;
  /** Whether the rules refused the host of this address, or its name does not resolve or is invalid: they look alike. */
  isRefused(url: string): boolean;
  /** Whether the name of this address does not resolve, at level `open`, where the rules hide nothing by which it might. */
  isUnknown(url: string): boolean;
  /** Whether the rules allowed the host of this address and the operator's proxy did not connect to it. */
  isStopped(url: string): boolean;
  /** What is wrong with the certificate of this host, if a private authority has signed it. */
  faultOf(url: string): CertificateFault | undefined;
  /** How the last answer to this plain http address ended since the last resume; undefined if the bytes do not say. */
  endOf(url: string): AnswerEnd | undefined;
  /** Whether anything was sent or tried since the last resume. */
  hasTraffic(): boolean;
  /** Cuts every connection. New ones are served. */
  cut(): void;
  /** Cuts every connection and refuses every new one. */
  pause(): void;
  /** Serves the next render, with all its budgets unspent. */
  resume(): void;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * Opens a proxy for one render. It serves requests in absolute form and CONNECT (RFC 9110, RFC 9112) and refuses by
 * closing the connection, since any word it adds could end up in a document. Rejects with `config_invalid`.
 */
export async function openEgressSession(
  policy: EgressPolicy,
  limits: Partial<EgressLimits> = {},
  edges: EgressEdges = {},
): Promise<EgressSession> {
  const trust = await edges.openTrust?.();
  let period = startPeriod(policy, limits, edges, trust);
  let isOpen = true;
  const clients = new Set<net.Socket>();
  const { idleMs } = period.limits;

  const server = http.createServer({
    requireHostHeader: false,
    maxHeaderSize: headerSizeLimit,
    headersTimeout: idleMs,
    requestTimeout: 0,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: 5_000,
  });
  server.timeout = idleMs;
  server.on('connection', (socket) => {
    // First of all, so that no failure of a client goes unheard.
    socket.on('error', () => socket.destroy());
    if (!isOpen || clients.size >= 4 * period.limits.sockets) {
      socket.destroy();
      return;
    }
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
  });
  server.on('request', (request, response) => void servePlain(request, response, period));
  server.on('connect', (request, client, head) => void serveTunnel(request, client, head, period));
  server.on('upgrade', (request, client, head) => void serveUpgrade(request, client, head, period));
  server.on('clientError', (_error: Error, client: Duplex) => client.destroy());
  // Without a listener the server would answer these with its own text.
  server.on('checkContinue', (request) => request.socket.destroy());
  server.on('checkExpectation', (request) => request.socket.destroy());

  await (edges.listen ?? listenOnLoopback)(server);
  const { port } = server.address() as AddressInfo;
  openProxyPorts.add(port);

  const cut = () => {
    for (const client of clients) client.destroy();
  };
  const pause = () => {
    isOpen = false;
    period.end();
    cut();
  };
  const isOpenToAll = parsePolicy(policy).level === 'open';
  const listRefused = () => period.blocked.filter(({ reason }) => isRefusal(reason));
  return {
    port,
    get blocked() {
      return period.blocked;
    },
    get bytes() {
      return period.bytes;
    },
    isRefused: (url) => hasNoName(url) || holdsHost(listRefused(), url),
    isUnknown(url) {
      const unknown = isOpenToAll ? period.blocked.filter(({ reason }) => reason === 'unresolvable') : [];
      return holdsHost(unknown, url);
    },
    isStopped(url) {
      const stopped = period.blocked.filter(({ reason }) => reason === 'proxy');
      return holdsHost(stopped, url);
    },
    faultOf(url) {
      const place = readPlace(url);
      return place && period.faultOf(place.host, place.port);
    },
    endOf: (url) => period.endOf(url),
    hasTraffic: () => period.bytes > 0 || period.blocked.length > 0,
    cut,
    pause,
    resume() {
      pause();
      period = startPeriod(policy, limits, edges, trust);
      isOpen = true;
    },
    async close() {
      pause();
      openProxyPorts.delete(port);
      if (server.listening) await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

function startPeriod(
  policy: EgressPolicy,
  limits: Partial<EgressLimits>,
  edges: EgressEdges,
  trust: PrivateTrust | undefined,
): EgressPeriod {
  const rules = parsePolicy(policy);
  const all = { ...defaultEgressLimits, ...limits };
  const end = new AbortController();
  const names = buildNameCache(edges.resolve ?? selectResolve(rules.level), all.resolveMs, end.signal);
  const context = { rules, names, connect: edges.connect ?? connectTcp, connectMs: all.connectMs };
  return new EgressPeriod(context, all, end, trust);
}

/** Whether an address has a host that DNS has no name for, as that of "http://a..b". */
function hasNoName(url: string): boolean {
  const hostname = readPageAddress(url)?.hostname ?? '';
  return hostname !== '' && canonicalHost(hostname) === undefined;
}

function holdsHost(blocked: readonly BlockedRequest[], url: string): boolean {
  const place = readPlace(url);
  return place !== undefined && blocked.some(({ host, port }) => host === place.host && port === place.port);
}

/** The host and the port of an address, as tunnels name them. */
export function readPlace(url: string): Pick<Target, 'host' | 'port'> | undefined {
  const address = readPageAddress(url);
  if (address === undefined) return undefined;
  const { hostname, port, protocol } = address;
  return { host: hostname.replace(/\.$/, ''), port: Number(port || (/^(https|wss):$/.test(protocol) ? 443 : 80)) };
}
