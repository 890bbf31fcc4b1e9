import type { Server } from 'node:http';
import type { Log } from './log.ts';

/** Milliseconds between two lines. */
const pauseMs = 1000;

/** Logs connections beyond the limit, which Node closes at once: the first, then at most a line a second with their number. */
export function logRefusedConnections(server: Server, log: Log, clock: () => number): void {
  let connections = 0;
  let last = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    connections += 1;
    if (clock() - last < pauseMs) return;
    log.write('warn', 'connections_refused', { connections, limit: server.maxConnections });
    connections = 0;
    last = clock();
  });
}
