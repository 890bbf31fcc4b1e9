import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { formatApiKey, type RenderRequest } from '../../src/contract/index.ts';
import type { Engine, RenderContext, RenderResult } from '../../src/engine/index.ts';
import { openTableQueue } from '../../src/jobs/index.ts';
import { type AppParts, buildApp, type Observers } from '../../src/server/app.ts';
import { openBackground, type ServiceRole } from '../../src/server/jobs/background.ts';
import { prepareResults } from '../../src/server/jobs/service-results.ts';
import { defaultServerLimits, type ServerLimits } from '../../src/server/limits/server-limits.ts';
import { buildLog } from '../../src/server/observe/log.ts';
import { findByKey } from '../../src/server/requests/authenticate.ts';
import { buildShutdown, type Shutdown } from '../../src/server/requests/shutdown.ts';
import { openServiceWebhooks, type ServiceWebhooks } from '../../src/server/webhooks/service-webhooks.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { closeAfterFile } from '../helpers/close-after-file.ts';

/** An engine in memory. It records its requests and answers what the test sets. */
export interface TestEngine extends Engine {
  calls: { request: RenderRequest; context: RenderContext }[];
  answer: (request: RenderRequest, context: RenderContext) => Promise<RenderResult>;
  checks: () => Promise<void>;
  /** Draws pages. Default: one. */
  drawn: Engine['draw'];
  waiting: number;
}

export const pdf = Buffer.from('%PDF-1.7\nnot really\n%%EOF\n');
export const done: RenderResult = {
  pdf,
  pages: 2,
  warnings: [],
  timings: { queue_ms: 1, load_ms: 20, print_ms: 30, bind_ms: 4 },
};

export function buildTestEngine(): TestEngine {
  const engine: TestEngine = {
    calls: [],
    waiting: 0,
    answer: async () => done,
    checks: async () => undefined,
    start: async () => undefined,
    check: () => engine.checks(),
    render(request, context) {
      engine.calls.push({ request, context });
      return engine.answer(request, context);
    },
    drawn: async () => [{ page: 1, width: 1, height: 1, bytes: Buffer.from('image') }],
    draw: (...given) => engine.drawn(...given),
    checkValues: async () => ({ faults: [] }),
    listSeals: async () => [],
    checkSigning: async () => undefined,
    sendOutside: async () => ({ failure: 'not_allowed', ms: 0 }),
    refusesOutside: async () => false,
    status: () => ({
      version: '1.2.3',
      pid: 4711,
      browser: 'Chromium/1',
      sandbox: 'on',
      own_network: 'on',
      running: 0,
      waiting: engine.waiting,
      restarts: 0,
      renders: {},
    }),
    close: async () => undefined,
  };
  return engine;
}

/** A service with a real store in its own folder, closed after the last test of the file. */
export interface TestService {
  app: FastifyInstance;
  engine: TestEngine;
  store: Store;
  shutdown: Shutdown;
  webhooks: ServiceWebhooks;
  /** A key of the account "a", and the headers that carry it. */
  key: string;
  auth: Record<string, string>;
  /** The lines of the log, and those about internal errors. */
  lines: string[];
  internal: string[];
  /** Makes a key. */
  makeKey(account: string, expiresAt?: Date): Promise<{ key: string; id: string; auth: Record<string, string> }>;
  /** Drops what earlier tests recorded and set. */
  reset(): void;
  /** Listens on a free port and returns its number. */
  listen(): Promise<number>;
}

/** What a test changes of the service. */
export interface Changes extends Partial<Omit<AppParts, 'limits' | 'observers'>>, Partial<Observers> {
  limits?: Partial<ServerLimits>;
  now?: () => Date;
  /** Whether it does the renders in the background that it takes. Default "web": it does none. */
  role?: ServiceRole;
}

export async function openTestService(changes: Changes = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-server-'));
  const store = changes.store ?? (await openStore({ dataFolder: folder }, changes.now ? { now: changes.now } : {}));
  const engine = (changes.engine as TestEngine | undefined) ?? buildTestEngine();
  const shutdown = changes.shutdown ?? buildShutdown();
  const lines: string[] = [];
  const log = buildLog(
    (line) => lines.push(line),
    'info',
    () => new Date(0),
  );
  const webhooks = openServiceWebhooks({ store, engine, log, version: '1.2.3', clock: () => performance.now() });
  const background = openBackground({
    ...{
      store,
      engine,
      log,
      role: changes.role ?? 'web',
      recorder: undefined,
      capacity: { concurrency: 2, queue: 20 },
    },
    openQueue: async (jobs) => openTableQueue(jobs.tickets),
    results: await prepareResults(undefined, { store, location: { dataFolder: folder } }),
    clock: () => performance.now(),
  });
  background.start();
  const app = buildApp({
    engine,
    store,
    shutdown,
    background,
    capacity: { concurrency: 2, queue: 20 },
    webhooks,
    findCaller: findByKey(store.keys),
    ...changes,
    observers: { log, accessLog: true, ...changes },
    limits: { ...defaultServerLimits, ...changes.limits },
  });
  async function makeKey(account: string, expiresAt?: Date) {
    const key = formatApiKey(randomBytes(32));
    const { id } = await store.keys.create({ account, name: 'test', key, expiresAt });
    return { key, id, auth: { authorization: `Bearer ${key}` } };
  }
  closeAfterFile(async () => {
    await app.close();
    await background.close();
    await webhooks.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { key, auth } = await makeKey('a');
  return {
    app,
    engine,
    store,
    shutdown,
    webhooks,
    key,
    auth,
    lines,
    get internal() {
      return lines.filter((line) => JSON.parse(line).event === 'internal_error');
    },
    makeKey,
    reset() {
      engine.calls.length = 0;
      engine.answer = async () => done;
      lines.length = 0;
    },
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
  };
}
