import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '../../contract/index.ts';

/**
 * Closes connections in stages: this side ends first, and what the caller still writes is read and dropped. A caller that still writes
 * when its connection is cut loses the answer that it has not read yet (RFC 9112, section 9.6).
 */
export interface Lingering {
  /** Closes the connection of a request so after its answer, which must have `Connection: close`. */
  afterAnswer(request: IncomingMessage): void;
  /** Sends an answer to a connection of which no further request is read, and closes it so. */
  withAnswer(socket: Duplex, answer: string): void;
  /** Cuts all these connections; later ones are cut when their answer is sent. */
  close(): void;
}

/** How much is dropped of each connection, for how long, and of how many at a time, before they are cut. */
const lingerBytes = 4 * limits.body;
const lingerMs = 2_000;
const lingerPlaces = 128;

export function openLingering(): Lingering {
  const sockets = new Set<Duplex>();
  let closed = false;

  function linger(socket: Duplex): void {
    if (sockets.has(socket)) return;
    if (closed || sockets.size >= lingerPlaces) {
      socket.end(() => socket.destroy());
      return;
    }
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    sockets.add(socket);
    socket.once('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
    });
    socket.end();
  }

  return {
    afterAnswer(request) {
      const { socket } = request;
      request.on('data', dropUpTo(lingerBytes, socket));
      // Node calls it once the last answer of a connection is written.
      socket.destroySoon = () => linger(socket);
    },
    withAnswer(socket, answer) {
      // The parser reports the same fault again when the connection ends.
      if (sockets.has(socket)) return;
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      socket.removeAllListeners('data').on('data', dropUpTo(lingerBytes, socket));
      socket.on('error', () => socket.destroy());
      socket.write(answer);
      linger(socket);
    },
    close() {
      closed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function dropUpTo(bytes: number, socket: Duplex): (chunk: Buffer) => void {
  let left = bytes;
  return ({ length }) => {
    left -= length;
    if (left < 0) socket.destroy();
  };
}
