import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { EgressPeriod } from './egress-period.ts';
import { forwardHeaders } from './forward-headers.ts';
import { sendUpstream } from './send-upstream.ts';
import { joinStreams } from './serve-tunnel.ts';
import { parseAbsoluteForm } from './target.ts';

const upgradeHeaders = ['Connection', 'Upgrade', 'Upgrade', 'websocket'];

/** Serves the opening of a WebSocket (RFC 6455, section 4) in absolute form; refuses every other upgrade. Never rejects. */
export async function serveUpgrade(request: IncomingMessage, client: Duplex, head: Buffer, period: EgressPeriod) {
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  // Before any wait: once the client has ended its half, `unshift` throws.
  if (head.length > 0) client.unshift(head);
  try {
    const form = parseAbsoluteForm(request.url ?? '');
    if (form === undefined || request.headers.upgrade?.toLowerCase() !== 'websocket' || request.method !== 'GET') {
      throw new RangeError('Not the opening of a WebSocket.');
    }
    const upstream = await period.reach(form.target, 'tunnel', gone.signal);
    client.once('close', () => upstream.socket.destroy());
    const forwarded = sendUpstream(request, upstream, form.target, form.path, upgradeHeaders);
    forwarded.on('error', () => client.destroy());
    forwarded.once('response', () => client.destroy());
    forwarded.once('upgrade', (answer, _socket, early) => {
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${writeFields(answer.rawHeaders)}\r\n`, 'latin1');
      if (early.length > 0) upstream.socket.unshift(early);
      joinStreams(client, upstream.socket, form.target, period);
    });
    forwarded.end();
  } catch {
    client.destroy();
  }
}

function writeFields(rawHeaders: readonly string[]): string {
  const fields = [...upgradeHeaders, ...forwardHeaders(rawHeaders)];
  return fields.map((word, index) => (index % 2 === 0 ? `${word}: ` : `${word}\r\n`)).join('');
}
