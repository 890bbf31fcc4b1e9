import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Scope } from '../../src/contract/index.ts';
import { openKeyRing, type RunningServer, type ServerOptions, startServer } from '../../src/server/index.ts';
import { cacheFolder } from '../engine/test-engine.ts';

/** Sends a request with a key. Default of `method`: POST where there is a body, else GET. */
type Call = (path: string, body?: object, headers?: Record<string, string>, method?: string) => Promise<Response>;

/** A whole service with a real Chromium. */
export interface TestServer {
  server: RunningServer;
  /** The entries of the log. */
  entries: { event: string; [field: string]: unknown }[];
  /** Sends a request with a valid key of the account "a". */
  call: Call;
  /** Makes a key of an account; default of `scopes`: what keys have by default. The result sends requests with it. */
  openCaller(account: string, scopes?: Scope[]): Promise<Call>;
  close(): Promise<void>;
}

/** Starts a service that is closed after the test. */
export async function startTestServer(changes?: Partial<ServerOptions>): Promise<TestServer> {
  const service = await openTestServer(changes);
  onTestFinished(() => service.close());
  return service;
}

/** Starts a service for several tests. Close it. */
export async function openTestServer(changes: Partial<ServerOptions> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-server-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const entries: TestServer['entries'] = [];
  const store = changes.store ?? { dataFolder: folder };
  async function makeKey(account: string, scopes?: Scope[]): Promise<string> {
    const keys = await openKeyRing(store);
    const { key } = await keys.create({ account, name: 'test', ...(scopes && { scopes }) });
    await keys.close();
    return key;
  }
  const firstKey = await makeKey('a');
  const server = await startServer({
    version: '1.2.3',
    host: '127.0.0.1',
    port: 0,
    store,
    engine: { cacheFolder, sandbox: 'preferred', egress: { level: 'open' }, concurrency: 2 },
    log: (line) => entries.push(JSON.parse(line)),
    ...changes,
  }).catch(async (error) => {
    await removeFolder();
    throw error;
  });
  const callWith =
    (key: string): Call =>
    (path, body, headers, method = body ? 'POST' : 'GET') =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
  return {
    server,
    entries,
    call: callWith(firstKey),
    openCaller: async (account, scopes) => callWith(await makeKey(account, scopes)),
    async close() {
      await server.close();
      await removeFolder();
    },
  };
}
