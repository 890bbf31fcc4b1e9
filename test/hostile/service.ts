import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type ServerOptions, startServer } from '../../src/server/index.ts';

// A service in a process of its own, which tells what it holds when asked.
const delay = monitorEventLoopDelay({ resolution: 10 });
const options = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const server = await startServer({
  ...options,
  onInternalError: (error, id) => console.error('internal', id, error),
});
delay.enable();
process.on('message', () => {
  process.send?.({ descriptors: readdirSync('/proc/self/fd').length, delayMs: delay.max / 1e6 });
  delay.reset();
});
process.once('disconnect', () => void server.close().then(() => process.exit()));
process.send?.({ url: server.url });
