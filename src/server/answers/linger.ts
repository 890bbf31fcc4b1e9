import type { IncomingMessage } from 'node:http';
import { limits } from '../../contract/index.ts';

/** How much of the rest of a body is dropped, and for how long, before its connection is cut. */
const lingerBytes = 4 * limits.body;
const lingerMs = 2_000;

/**
 * Has the connection of a request, which closes with its answer, end on this side alone at first, while the rest of the body is read and
 * dropped: a caller that still writes when a connection is cut loses the answer that it has not read yet (RFC 9112, section 9.6).
 */
export function lingerAfterAnswer(request: IncomingMessage): void {
  const { socket } = request;
  let left = lingerBytes;
  // Node calls it once the last answer of a connection is written.
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
    socket.end();
  };
  request.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) socket.destroy();
  });
}
