import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import type { EgressPeriod } from './egress-period.ts';
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
    joinStreams(client, socket, target, period);
  } catch {
    client.destroy();
  }
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
