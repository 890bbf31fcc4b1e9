import http from 'node:http';
import net from 'node:net';
import { connect as secure } from 'node:tls';
import type { Connect } from './egress-edges.ts';
import { EgressRefusal } from './egress-refusal.ts';
import type { Target } from './target.ts';

/** How a proxy is dialled, how long that may take, and what aborts it. */
interface ProxyDialling {
  readonly connect: Connect;
  readonly connectMs: number;
  readonly signal: AbortSignal;
}

/**
 * Connects to the operator's proxy, for requests in absolute form. No rule is asked, because the operator chose it. Rejects with an EgressRefusal that names `target`, or with the reason of the signal.
 */
export function connectProxy(proxy: URL, target: Target, dialling: ProxyDialling): Promise<net.Socket> {
  const socket = startConnection(proxy, dialling.connect);
  return settle(socket, target, dialling, (accept) => {
    socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => accept(socket));
  });
}

/** Connects through the proxy to a target, whose name the proxy resolves (CONNECT; RFC 9110, section 9.3.6). */
export async function openTunnel(proxy: URL, target: Target, dialling: ProxyDialling): Promise<net.Socket> {
  const socket = await connectProxy(proxy, target, dialling);
  return settle(socket, target, dialling, (accept, fail) => {
    const authority = `${target.host}:${target.port}`;
    const asking = http.request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: ['Host', authority, ...proxyHeaders(proxy)],
    });
    asking.on('error', fail);
    asking.once('connect', ({ statusCode = 0 }, _socket, early) => {
      if (statusCode < 200 || statusCode > 299) return fail();
      if (early.length > 0) socket.unshift(early);
      accept(socket);
    });
    asking.end();
  });
}

/** The header with the user and password of a proxy's address (RFC 7617), if it has any. */
export function proxyHeaders({ username, password }: URL): string[] {
  if (username === '' && password === '') return [];
  const words = `${decode(username)}:${decode(password)}`;
  return ['Proxy-Authorization', `Basic ${Buffer.from(words).toString('base64')}`];
}

/** Percent-decoded; unchanged if it holds a bare percent sign. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function startConnection({ protocol, hostname, port }: URL, connect: Connect): net.Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol === 'http:') return connect(host, Number(port || 80));
  const socket = connect(host, Number(port || 443));
  const secured = secure({ socket, servername: net.isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] });
  socket.on('error', (error) => secured.destroy(error));
  return secured;
}

/** Waits until `listen` accepts the connection; any failure before that destroys it. */
function settle(
  socket: net.Socket,
  target: Target,
  { connectMs, signal }: ProxyDialling,
  listen: (accept: (socket: net.Socket) => void, fail: () => void) => void,
): Promise<net.Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<net.Socket>();
  const fail = () => {
    socket.destroy();
    reject(signal.aborted ? signal.reason : new EgressRefusal('proxy', target.host));
  };
  // Stays for the life of the connection, because an error without a listener ends the process.
  socket.on('error', fail);
  socket.once('close', fail);
  const late = setTimeout(fail, connectMs);
  signal.addEventListener('abort', fail, { once: true });
  if (signal.aborted) fail();
  else listen(resolve, fail);
  return promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener('abort', fail);
    socket.off('close', fail);
  });
}
