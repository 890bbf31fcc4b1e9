import { timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type Engine, type EngineOptions, openEngine } from '../engine/index.ts';
import { openStore, type StoreLocation } from '../store/index.ts';
import { buildApp } from './app.ts';
import type { Caller, FindCaller } from './auth.ts';

/** What a service is started with. */
export interface ServerOptions {
  version: string;
  /** The address to listen on, such as "127.0.0.1". */
  host: string;
  /** The port to listen on; 0 takes a free one. */
  port: number;
  store: StoreLocation;
  engine: Omit<EngineOptions, 'version'>;
  /** A key that is in no store, for a service inside the command that uses it. */
  oneTimeKey?: { key: string; account: string };
  /** Launch the browser now instead of at the first render. Default false. */
  warm?: boolean;
  /** Told of errors that nobody foresaw, with the request's id. */
  onInternalError?: (error: unknown, requestId: string) => void;
}

/** A service that listens. */
export interface RunningServer {
  /** Where it listens, such as "http://127.0.0.1:3000". */
  url: string;
  engine: Engine;
  /** How many keys the store knows. */
  countKeys(): Promise<number>;
  /** Refuses what is new with 503, gives what runs up to `graceMs` milliseconds, then closes everything. Idempotent. */
  close(graceMs?: number): Promise<void>;
}

/** Starts the service. Throws what keeps it from starting, with everything closed again. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const engine = openEngine({ ...options.engine, version: options.version });
  // The browser takes the longest to come up, so it starts before anything else is opened.
  const warming = options.warm ? engine.start() : undefined;
  warming?.catch(() => {});
  const store = await openStore(options.store).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  let draining = false;
  const app = buildApp({
    engine,
    store,
    version: options.version,
    findCaller: knowOneTimeKey(options.oneTimeKey, (key) => findInStore(key)),
    isDraining: () => draining,
    onInternalError: options.onInternalError ?? (() => {}),
  });
  async function findInStore(key: string): Promise<Caller | undefined> {
    const found = await store.keys.find(key);
    return found && { account: found.account, keyId: found.id };
  }
  let running = 0;
  app.addHook('onRequest', async () => {
    running++;
  });
  app.addHook('onResponse', async () => {
    running--;
  });
  async function closeAll(): Promise<void> {
    await Promise.all([app.close(), engine.close()]);
    await store.close();
  }
  try {
    await app.listen({ host: options.host, port: options.port });
    await warming;
  } catch (error) {
    await closeAll();
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(app.server.address() as AddressInfo),
    engine,
    countKeys: () => store.keys.count(),
    close(graceMs = 0) {
      draining = true;
      closing ??= waitUntil(() => running === 0, graceMs).then(closeAll);
      return closing;
    },
  };
}

function knowOneTimeKey(known: ServerOptions['oneTimeKey'], find: FindCaller): FindCaller {
  if (!known) return find;
  const expected = Buffer.from(known.key);
  return async (key) => {
    const given = Buffer.from(key);
    const same = given.length === expected.length && timingSafeEqual(given, expected);
    return same ? { account: known.account, keyId: 'one-time' } : find(key);
  };
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function waitUntil(done: () => boolean, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  while (!done() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}
