import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PostgresCluster } from '../store/postgres-cluster.ts';

/** Where the tests of a run ask for the address of their Postgres. */
export const sharedPostgresVariable = 'PLATEN_TEST_POSTGRES';

/** Offers one Postgres to all tests of a run. It starts when the first asks, and stops with the run. */
export default async function offerPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[sharedPostgresVariable] !== undefined) return;
  let cluster: Promise<PostgresCluster> | undefined;
  const start = async () => (await import('../store/postgres-cluster.ts')).startPostgres();
  const server = createServer((_, answer) => {
    cluster ??= start();
    cluster.then(
      ({ url }) => answer.end(url('postgres')),
      (error: Error) => answer.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[sharedPostgresVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    delete process.env[sharedPostgresVariable];
    server.close();
    server.closeAllConnections();
    await (await cluster?.catch(() => undefined))?.stop();
  };
}
