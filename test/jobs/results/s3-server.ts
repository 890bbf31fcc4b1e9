import { mkdtemp, rm } from 'node:fs/promises';
import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** The key that the server knows. */
export const s3Key = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** The most that a page of a list holds: less than is asked for, as a store may. */
export const pageLimit = 10;

/** What stands between platen and the store: it may answer or cut a request instead. Undefined lets it pass. */
type Meddle = (request: http.IncomingMessage, response: http.ServerResponse) => 'done' | undefined;

/** A running S3 server with the buckets "results" and "other". */
export interface S3Server {
  /** Where it listens. */
  endpoint: string;
  /** Each request that came: method and path. */
  requests: string[];
  /** Meddles with requests from now on. */
  meddle: (how: Meddle | undefined) => void;
  stop(): Promise<void>;
}

/** Starts a server in a temporary folder. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'results' }, { name: 'other' }],
  });
  const { store } = server;
  const listObjects = store.listObjects.bind(store);
  store.listObjects = (bucket, options) =>
    listObjects(bucket, { ...options, maxKeys: Math.min(options.maxKeys ?? pageLimit, pageLimit) });
  await server.run();
  const [serve] = server.httpServer.listeners('request') as http.RequestListener[];
  const requests: string[] = [];
  let how: Meddle | undefined;
  server.httpServer.removeAllListeners('request').on('request', (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (how?.(request, response) !== 'done') serve?.(request, response);
  });
  const { port } = server.httpServer.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    meddle: (next) => {
      how = next;
    },
    async stop() {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
