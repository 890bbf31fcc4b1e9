import { once, setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type net from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import type { EgressPeriod } from './egress-period.ts';
import type { PrivateTrust } from './private-trust.ts';
import { parseTarget, type Target } from './target.ts';

/** Serves `CONNECT host:port` (RFC 9110, section 9.3.6). Never rejects; refuses by destroying the connection. */
export async function serveTunnel(request: IncomingMessage, client: Duplex, head: Buffer, period: EgressPeriod) {
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  // Before any wait: once the client has ended its half, `unshift` throws.
  if (head.length > 0) client.unshift(head);
  try {
    const target = parseTarget(request.url ?? '');
    if (target === undefined) throw new RangeError('No host and port.');
    const { socket } = await period.reach(target, 'tunnel', gone.signal);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (period.trust === undefined || period.trust.isForeign(target) || !(await startsTls(client, gone.signal))) {
      joinStreams(client, socket, target, period);
    } else {
      await joinVerified(period.trust, { client, socket, target, period, gone: gone.signal });
    }
  } catch {
    client.destroy();
  }
}

interface Tunnel {
  client: Duplex;
  socket: net.Socket;
  target: Target;
  period: EgressPeriod;
  gone: AbortSignal;
}

/** Verifies the host if a private authority has signed its certificate; else the browser does. */
async function joinVerified(trust: PrivateTrust, { client, socket, target, period, gone }: Tunnel): Promise<void> {
  const secured = await trust.secure(socket, target, gone);
  if ('stream' in secured) {
    joinStreams(trust.accept(client), secured.stream, target, period);
    return;
  }
  if (secured.fault !== undefined) period.noteFault(target, secured.fault);
  const again = await period.reach(target, 'tunnel', gone);
  joinStreams(client, again.socket, target, period);
}

/** The first byte of a record that opens TLS (RFC 8446, section 5.1). A WebSocket without TLS comes through a tunnel as well. */
const handshake = 0x16;

/** Whether a client begins with TLS. What it has sent stays unread. One that is gone does not. */
async function startsTls(client: Duplex, gone: AbortSignal): Promise<boolean> {
  if (client.readableLength === 0) await once(client, 'readable', { signal: gone }).catch(() => undefined);
  const first: Buffer | null = client.read();
  if (first === null) return false;
  client.unshift(first);
  return first[0] === handshake;
}

/** Passes bytes both ways between a client and a target. When one side fails or closes, the other is destroyed. */
export function joinStreams(client: Duplex, upstream: Duplex, target: Target, period: EgressPeriod): void {
  // Two pipelines on a stream add more than ten listeners, and Node would warn of a leak.
  setMaxListeners(20, client, upstream);
  const settle = (error: unknown) => {
    if (!error) return;
    client.destroy();
    upstream.destroy();
  };
  pipeline(client, period.meter(target), upstream, settle);
  pipeline(upstream, period.meter(target), client, settle);
}
