import type { EngineOptions, EngineStatus } from '../engine/index.ts';
import { openStore, type Store, type StoreLocation } from '../store/index.ts';
import type { EmbeddedAnswer, EmbeddedRequest } from './answer-embedded.ts';
import { findTemplates } from './routes/find-templates.ts';
import { openServiceEngine } from './service-engine.ts';

/** What an embedded service is opened with. */
export interface EmbeddedOptions {
  version: string;
  engine: Omit<EngineOptions, 'version'>;
  /** Opened when a render first names a stored template; without it there are none. */
  store?: StoreLocation;
  /** Whose templates they are. */
  account: string;
  /** Told of errors that nobody foresaw. */
  onInternalError?: (error: unknown) => void;
}

/**
 * A service inside the process that asks it: without an address that others could call, so without a key. It renders and
 * does nothing else. What it checks and what it answers is as of the service that listens: one schema, one engine, one
 * table of errors.
 */
export interface EmbeddedService {
  /** Settles once the browser is up; rejects with what keeps it from starting. */
  readonly ready: Promise<void>;
  /** Answers a render. Rejects only with the signal's reason. */
  render(request: EmbeddedRequest): Promise<EmbeddedAnswer>;
  status(): EngineStatus;
  close(): Promise<void>;
}

/** Opens an embedded service. The browser is on its way at once, before anything that renders is loaded. */
export function openEmbeddedService(options: EmbeddedOptions): EmbeddedService {
  const { version, account, onInternalError } = options;
  const engine = openServiceEngine({ ...options.engine, version });
  const ready = engine.start();
  // A turn of the event loop, in which the browser is launched.
  const answering = new Promise(setImmediate).then(() => import('./answer-embedded.ts'));
  for (const early of [ready, answering]) early.catch(() => undefined);
  let store: Promise<Store> | undefined;

  async function loadTemplate(id: string) {
    if (options.store === undefined) return undefined;
    store ??= openStore(options.store);
    return findTemplates((await store).templates, account)(id);
  }

  return {
    ready,
    async render(request) {
      const { answerEmbedded } = await answering;
      const { signal } = request;
      return answerEmbedded(request, (body) => engine.render(body, { account, signal, loadTemplate }), onInternalError);
    },
    status: engine.status,
    async close() {
      await engine.close();
      await (await store?.catch(() => undefined))?.close();
    },
  };
}
