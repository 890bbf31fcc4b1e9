import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';

import { makeSelfSigned } from './self-signed.ts';

/** One contact: a TCP connection that was accepted, a datagram that came in, or a question for a name. */
export interface Hit {
  at: 'app' | 'internet';
  kind: 'tcp' | 'udp' | 'dns';
  /** The address that was contacted; empty for datagrams. */
  to: string;
  port: number;
  from: string;
  /** What was asked: the name of a question, or the first line of a request. */
  asked: string;
}

/** What every canary answers with; finding it in any output is a leak. */
export function makeToken(): string {
  return `canary${randomBytes(12).toString('hex')}`;
}

const httpPorts = [80, 443, 8080];
const silentPorts = [22, 25, 2375, 3478, 5349, 6379, 9200];
const datagramPorts = [443, 3478, 5353, 19302];

/** Opens canaries on all addresses of this namespace. `serve` may answer a request itself, as an ordinary site would. */
export async function openCanaries(
  at: Hit['at'],
  token: string,
  report: (hit: Hit) => void,
  serve: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<void> {
  const note = (socket: Socket) => {
    const to = plain(socket.localAddress);
    report({ at, kind: 'tcp', to, port: socket.localPort ?? 0, from: plain(socket.remoteAddress), asked: '' });
    socket.on('error', () => socket.destroy());
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { socket, method, url } = request;
    const to = plain(socket.localAddress);
    const asked = `${method} ${url}`;
    report({ at, kind: 'tcp', to, port: socket.localPort ?? 0, from: plain(socket.remoteAddress), asked });
    if (!serve(request, response)) answerWithToken(request, response, token);
  };
  for (const port of httpPorts) {
    const options = { requireHostHeader: false, ...makeSelfSigned() };
    const server = port === 443 ? https.createServer(options, answer) : http.createServer(options, answer);
    server.on('connection', note);
    server.on('tlsClientError', () => {});
    server.on('upgrade', (_request, socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${token}`));
    await listen(server, port);
  }
  for (const port of silentPorts) {
    const server = net.createServer((socket) => {
      note(socket);
      socket.end(`${token}\r\n`);
    });
    await listen(server, port);
  }
  for (const port of datagramPorts) {
    const socket = createSocket({ type: 'udp6', reuseAddr: true });
    socket.on('message', (_message, from) =>
      report({ at, kind: 'udp', to: '', port, from: plain(from.address), asked: '' }),
    );
    socket.bind(port, '::');
    await once(socket, 'listening');
  }
}

/** Readable from any origin, and in the form that was asked for, so that a leak shows wherever it lands. */
function answerWithToken(request: IncomingMessage, response: ServerResponse, token: string): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (/^image\/|\bimage\/svg/.test(request.headers.accept ?? '') && !/text\/html/.test(request.headers.accept ?? '')) {
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="20"><text y="15">${token}</text></svg>`);
    return;
  }
  response.setHeader('Content-Type', 'text/html');
  response.end(`<!doctype html><title>${token}</title><p>${token}</p>`);
}

async function listen(server: net.Server, port: number): Promise<void> {
  server.listen(port, '::');
  await once(server, 'listening');
}

function plain(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');
}
