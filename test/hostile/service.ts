import { type ServerOptions, startServer } from '../../src/server/index.ts';
import { watchEventLoop } from './event-loop-watch.ts';

// A service in its own process, which tells how its event loop fares when asked.
const options = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const server = await startServer({ ...options, log: (line) => console.error(line), logLevel: 'error' });
const eventLoop = watchEventLoop();
process.on('message', () => {
  process.send?.({ delayMs: eventLoop.take() });
});
process.once('disconnect', () => void server.close().then(() => process.exit()));
process.send?.({ url: server.url });
