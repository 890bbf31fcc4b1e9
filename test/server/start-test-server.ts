import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openKeyRing, type RunningServer, type ServerOptions, startServer } from '../../src/server/index.ts';
import { cacheFolder } from '../engine/test-engine.ts';

/** A whole service with a real Chromium, closed after the test. */
export interface TestServer {
  server: RunningServer;
  /** The entries of the log. */
  entries: { event: string; [field: string]: unknown }[];
  /** Sends a request with a valid key. */
  call(path: string, body?: object, headers?: Record<string, string>): Promise<Response>;
}

export async function startTestServer(changes: Partial<ServerOptions> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-server-'));
  const entries: TestServer['entries'] = [];
  const keys = await openKeyRing({ dataFolder: folder });
  const { key } = await keys.create({ account: 'a', name: 'test' });
  await keys.close();
  const server = await startServer({
    version: '1.2.3',
    host: '127.0.0.1',
    port: 0,
    store: { dataFolder: folder },
    engine: { cacheFolder, sandbox: 'preferred', egress: { level: 'open' }, concurrency: 2 },
    log: (line) => entries.push(JSON.parse(line)),
    ...changes,
  });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    server,
    entries,
    call: (path, body, headers) =>
      fetch(`${server.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}
