import net from 'node:net';
import type { Service } from './service-client.ts';

/** Sends raw bytes to a service and gives what comes back until the connection ends, or for so many milliseconds. */
export function exchangeRaw(service: Service, bytes: string, waitMs: number): Promise<string> {
  const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(bytes);
  const timer = setTimeout(() => socket.destroy(), waitMs);
  return new Promise((resolve) =>
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(answer);
    }),
  );
}
