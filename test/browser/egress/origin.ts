import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';

/** A server of the test on 127.0.0.1. */
export interface Origin {
  readonly port: number;
  /** Connections so far. */
  readonly hits: number;
  readonly sockets: ReadonlySet<net.Socket>;
  close(): Promise<void>;
}

/** Opens an HTTP server. */
export function openOrigin(listener: RequestListener): Promise<Origin> {
  return listen(http.createServer(listener));
}

/** Opens a TCP server. */
export function openTcpOrigin(listener: (socket: net.Socket) => void): Promise<Origin> {
  return listen(net.createServer(listener));
}

/** The body of a request as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

async function listen(server: net.Server): Promise<Origin> {
  const sockets = new Set<net.Socket>();
  let hits = 0;
  server.on('connection', (socket) => {
    hits += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get hits() {
      return hits;
    },
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
