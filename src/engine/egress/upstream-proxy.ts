import http from 'node:http';
import net from 'node:net';
import { connect as secure } from 'node:tls';
import type { Connect } from './egress-edges.ts';
import { EgressRefusal } from './egress-refusal.ts';
import type { Target } from './target.ts';

/** How a proxy is dialled, how long it may take, and the way to give up. */
export interface ProxyDialling {
  readonly connect: Connect;
  readonly connectMs: number;
  readonly signal: AbortSignal;
}

/**
 * Connects to the proxy that stands between this machine and the web, for requests in absolute form. The operator named it, so
 * no rule is asked. Rejects with an EgressRefusal that names `target`, or with the reason of the signal.
 */
export function connectProxy(proxy: URL, target: Target, dialling: ProxyDialling): Promise<net.Socket> {
  const socket = startConnection(proxy, dialling.connect);
  return settle(socket, target, dialling, (give) => {
    socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => give(socket));
  });
}

/** Connects through the proxy to a target, which the proxy finds by its name (CONNECT; RFC 9110, section 9.3.6). */
export async function openTunnel(proxy: URL, target: Target, dialling: ProxyDialling): Promise<net.Socket> {
  const socket = await connectProxy(proxy, target, dialling);
  return settle(socket, target, dialling, (give, fail) => {
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
      give(socket);
    });
    asking.end();
  });
}

/** What a proxy is told of who asks: the user and password of its address (RFC 7617), if it has any. */
export function proxyHeaders({ username, password }: URL): string[] {
  if (username === '' && password === '') return [];
  const words = `${decode(username)}:${decode(password)}`;
  return ['Proxy-Authorization', `Basic ${Buffer.from(words).toString('base64')}`];
}

/** As it was meant; as it stands where it holds a percent sign of its own. */
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

/** Waits until `listen` gives the connection; whatever comes before that destroys it. */
function settle(
  socket: net.Socket,
  target: Target,
  { connectMs, signal }: ProxyDialling,
  listen: (give: (socket: net.Socket) => void, fail: () => void) => void,
): Promise<net.Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<net.Socket>();
  const fail = () => {
    socket.destroy();
    reject(signal.aborted ? signal.reason : new EgressRefusal('proxy', target.host));
  };
  // Stays for the life of the connection: an error after a hand-over must find a listener.
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
