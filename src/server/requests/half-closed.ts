import type { Server } from 'node:http';

/** Milliseconds until the second check whether the caller still reads; each further one takes twice as long. */
const firstWaitMs = 10;

/**
 * Answers callers that end their side of the connection once the request is sent, as `nc -N` does. One that has gone altogether looks
 * the same until something is sent to it: so it is sent 102 (RFC 2518, section 10.1), which clients pass over, until that fails.
 */
export function answerHalfClosed(server: Server & { httpAllowHalfOpen?: boolean }): void {
  // Without it Node ends its side, too, and drops the answer.
  server.httpAllowHalfOpen = true;
  server.on('request', ({ socket, httpVersion }, response) => {
    // HTTP/1.0 knows no interim answers (RFC 9110, section 15.2).
    if (httpVersion === '1.0') return;
    let next: NodeJS.Timeout | undefined;
    const look = (waitMs: number) => {
      if (response.headersSent) return;
      response.writeProcessing();
      next = setTimeout(look, waitMs, waitMs * 2);
    };
    const startLooking = () => look(firstWaitMs);
    socket.once('end', startLooking);
    response.once('close', () => {
      clearTimeout(next);
      socket.off('end', startLooking);
    });
  });
}
