import {
  type Engine,
  type EngineOptions,
  type EngineStatus,
  type RenderContext,
  readUnpackMs,
} from '../engine/index.ts';
import { openStore, type Store, type StoreLocation } from '../store/index.ts';
import type { EmbeddedAnswer, EmbeddedRequest } from './answer-embedded.ts';
import { findTemplates, renderAndSend } from './destination/render-and-send.ts';
import { openServiceEngine } from './service-engine.ts';

/** What an embedded service is opened with. */
export interface EmbeddedOptions {
  version: string;
  engine: Omit<EngineOptions, 'version' | 'single' | 'markdown'>;
  /** Opened when a request first needs a stored template; without it no templates are found. */
  store?: StoreLocation;
  /** Whose templates they are. */
  account: string;
}

/** What renders are expected. It makes the first one faster and changes nothing else. */
export interface ExpectedRenders {
  /** Only one: the browser goes as soon as it has printed. Default false. */
  single?: boolean;
  /** False if they are of existing PDFs alone: no browser starts ahead of them. Default true. */
  pages?: boolean;
  /** Markdown is among the first parts: what reads it starts in parallel with the browser. Default false. */
  markdown?: boolean;
}

/**
 * A service inside the process that asks it: without an address that others could call, so without a key. It answers every
 * operation of the contract. What it checks and what it answers is as of the service that listens: one schema, one engine,
 * one table of errors.
 */
export interface EmbeddedService {
  /**
   * Launches the browser ahead of the first render that prints pages. Settles once it is up; rejects with what keeps it from starting. What is
   * expected counts if no render was requested before.
   */
  start(expected?: ExpectedRenders): Promise<void>;
  /**
   * Answers a request. Rejects with the signal's reason, and with an error that a service which listens tells its operator
   * alone.
   */
  send(request: EmbeddedRequest): Promise<EmbeddedAnswer>;
  /** Opens the seals, and returns their names. Rejects with `config_invalid` for one that cannot be used. */
  listSeals(): Promise<readonly string[]>;
  /** Milliseconds in which a browser was unpacked, up to now. They count in no deadline. */
  heldMs(): number;
  /** Undefined before the first render or `start`. */
  status(): EngineStatus | undefined;
  close(): Promise<void>;
}

/** Opens an embedded service. Neither a browser nor the store is opened before it is needed. */
export function openEmbeddedService(options: EmbeddedOptions): EmbeddedService {
  const { version, account } = options;
  let engine: Engine | undefined;
  let store: Promise<Store> | undefined;
  let closing: Promise<void> | undefined;

  function useEngine(expected: ExpectedRenders = {}): Engine {
    engine ??= openServiceEngine({ ...options.engine, ...expected, version });
    return engine;
  }

  function useStore(): Promise<Store> {
    store ??= openStore(options.store ?? noStore()).catch((error: unknown) => {
      // The next call tries again.
      store = undefined;
      throw error;
    });
    return store;
  }

  const loadTemplate: RenderContext['loadTemplate'] = async (id, choice) =>
    options.store === undefined ? undefined : findTemplates((await useStore()).revisions, account)(id, choice);

  async function closeAll(): Promise<void> {
    await engine?.close();
    await (await store?.catch(() => undefined))?.close();
  }

  return {
    async start(expected) {
      const opened = useEngine(expected);
      if (expected?.pages === false) return;
      const starting = opened.start();
      // What answers is loaded while the browser starts, a turn of the event loop after it is launched.
      new Promise(setImmediate).then(loadAnswers).catch(() => undefined);
      await starting;
    },
    async send(request) {
      if (closing) throw new ClosedService();
      const { answerEmbedded } = await loadAnswers();
      return answerEmbedded(request, {
        account,
        render: (body, signal) => renderAndSend(useEngine(), body, { account, signal, loadTemplate }),
        draw: (...given) => useEngine().draw(...given),
        openStore: useStore,
        checkValues: (...given) => useEngine().checkValues(...given),
      });
    },
    listSeals: () => useEngine().listSeals(),
    heldMs: readUnpackMs,
    status: () => engine?.status(),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** Loads the function that throws what an embedded service would refuse a render with before any work. */
export async function loadRenderCheck(): Promise<(body: unknown) => Promise<void>> {
  return (await loadAnswers()).checkRender;
}

function loadAnswers() {
  return import('./answer-embedded.ts');
}

/** A request after the end. */
class ClosedService extends Error {
  readonly code = 'shutting_down';
  override readonly message = 'the service is closed';
}

function noStore(): never {
  throw new Error('this service has no store');
}
