import type net from 'node:net';
import { type Address, isSameAddress, parseAddress } from './address.ts';

/** Milliseconds until the next address is tried in parallel with a slow one (RFC 8305, section 5). */
const staggerMs = 250;

/**
 * Tries addresses in order, the next as soon as one fails or is slow. Resolves to the first connection, or to undefined if
 * there is none within `connectMs`; destroys the others. Rejects with the reason of `signal`.
 */
export function connectFirst(
  addresses: readonly Address[],
  start: (address: Address) => net.Socket,
  connectMs: number,
  signal: AbortSignal,
): Promise<net.Socket | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<net.Socket | undefined>();
  const trying = new Set<net.Socket>();
  let next = 0;
  let stagger: NodeJS.Timeout | undefined;
  let settled = false;

  const settle = (winner?: net.Socket) => {
    settled = true;
    clearTimeout(stagger);
    clearTimeout(deadline);
    signal.removeEventListener('abort', abort);
    for (const socket of trying) if (socket !== winner) socket.destroy();
  };
  const finish = (winner?: net.Socket) => {
    settle(winner);
    resolve(winner);
  };
  const abort = () => {
    settle();
    reject(signal.reason);
  };
  const lose = (socket: net.Socket) => {
    trying.delete(socket);
    socket.destroy();
    if (settled) return;
    if (next < addresses.length) tryNext();
    else if (trying.size === 0) finish();
  };
  const tryNext = () => {
    clearTimeout(stagger);
    const address = addresses[next++];
    if (address === undefined) return;
    const socket = start(address);
    trying.add(socket);
    // Stays for the life of the connection, because an error without a listener ends the process.
    socket.on('error', () => lose(socket));
    socket.once('connect', () => {
      if (settled) return;
      const peer = parseAddress(socket.remoteAddress ?? '');
      if (peer !== undefined && isSameAddress(peer, address)) finish(socket);
      else lose(socket);
    });
    if (next < addresses.length) stagger = setTimeout(tryNext, staggerMs);
  };

  const deadline = setTimeout(finish, connectMs);
  if (signal.aborted) abort();
  else {
    signal.addEventListener('abort', abort, { once: true });
    tryNext();
  }
  return promise;
}
