// The program of the child inside the browser's network namespace: for each message it opens a listening socket and hands it
// to the service, which accepts its connections. A socket stays in the namespace where it was made, so that no byte passes
// this process.
import { createServer } from 'node:net';

process.on('message', () => {
  const server = createServer();
  server.listen(0, '127.0.0.1', () => process.send?.('listening', server, {}, () => server.close()));
});
process.on('disconnect', () => process.exit());
