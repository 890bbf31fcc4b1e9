import http from 'node:http';
import type net from 'node:net';
import { Duplex } from 'node:stream';

/** One end of a connection in memory, as far as a socket is used. */
export class MemorySocket extends Duplex {
  other: MemorySocket | undefined;
  remoteAddress: string | undefined;
  remotePort = 0;
  bytesRead = 0;
  bytesWritten = 0;
  idle: (() => void) | undefined;
  idleMs = 0;

  constructor() {
    super({ allowHalfOpen: true });
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.bytesWritten += chunk.length;
    if (this.other) {
      this.other.bytesRead += chunk.length;
      this.other.push(chunk);
    }
    done();
  }

  override _final(done: () => void): void {
    this.other?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { other } = this;
    if (other && !other.destroyed) queueMicrotask(() => other.destroy());
    done(error);
  }

  setTimeout(ms: number, idle?: () => void): this {
    this.idleMs = ms;
    this.idle = idle;
    return this;
  }

  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;

  /** Says that it is connected to an address. */
  connectTo(address: string | undefined): void {
    this.remoteAddress = address;
    this.emit('connect');
  }
}

/** Both ends of a connection. */
export function openPair(): [MemorySocket, MemorySocket] {
  const [near, far] = [new MemorySocket(), new MemorySocket()];
  near.other = far;
  far.other = near;
  return [near, far];
}

/** As `net.Socket`. */
export const asSocket = (socket: MemorySocket) => socket as unknown as net.Socket;

/** Connects to servers in memory: notes the addresses, and hands the far end of each connection to `accept`. */
export function openNetwork(accept: (far: MemorySocket, address: string, port: number) => void) {
  const dialled: string[] = [];
  const sockets: MemorySocket[] = [];
  const connect = (address: string, port: number) => {
    dialled.push(`${address} ${port}`);
    const [near, far] = openPair();
    sockets.push(near);
    queueMicrotask(() => {
      if (near.destroyed) return;
      accept(far, address, port);
      near.connectTo(address);
    });
    return asSocket(near);
  };
  return { connect, dialled, sockets };
}

/** Answers the requests of connections in memory. */
export function serveHttp(answer: http.RequestListener) {
  const server = http.createServer(answer);
  return (far: MemorySocket) => void server.emit('connection', far);
}
