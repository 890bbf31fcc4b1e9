import {
  ConnectionClosed,
  chooseNetwork,
  type FontSet,
  loadOutside,
  loadPrivateTrust,
  openBrowserSupervisor,
  type PrivateTrust,
  startBrowser,
} from '../browser/index.ts';
import { EngineError, openQueue } from '../children/index.ts';
import type { OnWarning, RenderRequest } from '../contract/index.ts';
import { defaultConcurrency } from '../folders/index.ts';
import { loadSchemaChecker, type SchemaChecker } from '../markup/index.ts';
import { startDeadline } from './deadline.ts';
import type { Engine, EngineOptions, RenderContext } from './engine-options.ts';
import type { Renderer } from './render/renderer.ts';
import type { Seals } from './signing/seals.ts';
import type { SigningParts } from './signing/sign-document.ts';

const defaultPlaces = 64;
const defaultTimeoutMs = 30_000;
/** Slots of drawings: each is short, and the last of an editor replaces those before it. */
const drawingSlots = 1;
const checkTimeoutMs = 10_000;

/** Opens an engine. Nothing is launched until `start` or the first render. Close it. */
export function openEngine(options: EngineOptions): Engine {
  const { concurrency = defaultConcurrency(), queue: places = defaultPlaces } = options;
  const queue = openQueue(concurrency, places);
  const drawings = openQueue(drawingSlots, places);
  const onWarning = warnOnce(options.onWarning);
  const network = chooseNetwork(options.ownNetwork, onWarning);
  const { fonts: usual = 'system', locale, timezone } = options;
  const openTrust = chooseTrust(options.authorities);
  const region = (locale ?? timezone) && { ...(locale && { locale }), ...(timezone && { timezone }) };
  const supervise = (fonts: FontSet, webgl = false) =>
    openBrowserSupervisor({
      start: async (signal) => {
        const [joined, trust] = await Promise.all([network?.opened(), openTrust?.()]);
        const chosen = { fonts, webgl, onWarning, signal, network: joined, trustedKey: trust?.keyHash };
        return startBrowser({ ...options, ...chosen });
      },
    });
  // Which faces there are is settled when a browser starts.
  const supervisors = { system: supervise('system'), bundled: supervise('bundled') };
  const webglSupervisors = { system: supervise('system', true), bundled: supervise('bundled', true) };
  const all = [...Object.values(supervisors), ...Object.values(webglSupervisors)];
  const renders: Record<string, number> = {};
  const openSigning = holdSigning(options, onWarning);
  let renderer: Promise<Renderer> | undefined;
  let checker: Promise<SchemaChecker> | undefined;

  const checkValues: SchemaChecker['check'] = async (...given) => {
    checker ??= loadSchemaChecker().then(({ openSchemaChecker }) => openSchemaChecker());
    return (await checker).check(...given);
  };

  // Waits one turn of the event loop, in which a browser is launched.
  function loadRenderer(): Promise<Renderer> {
    renderer ??= new Promise(setImmediate)
      .then(() => import('./render/renderer.ts'))
      .then(({ openRenderer }) =>
        openRenderer({ ...options, checkValues }, { supervisors, webglSupervisors }, concurrency, {
          ...network?.edges,
          openTrust,
        }),
      );
    renderer.catch(() => undefined);
    return renderer;
  }

  // The browser starts before the code that renders is loaded, because it takes longer.
  function startEarly(fonts: FontSet): Promise<void> | undefined {
    const supervisor = supervisors[fonts];
    const starting = supervisor.current ? undefined : supervisor.borrow().then((lease) => lease.end());
    // A render that needs the browser gets the failure from `borrow`; here it would be unhandled.
    starting?.catch(() => undefined);
    void loadRenderer();
    return starting;
  }

  return {
    async start() {
      const starting = startEarly(usual);
      const opened = await loadRenderer();
      // Before the browser runs, so that a render that comes meanwhile waits for this page and opens none itself.
      void opened.prepare(usual, starting);
      await starting;
    },
    async render(given, context) {
      const request = region ? { ...given, options: { ...region, ...given.options } } : given;
      const { timeout_ms: timeoutMs = defaultTimeoutMs } = request.options ?? {};
      const deadline = startDeadline(timeoutMs, context.signal, context.queueMs);
      const fonts = request.options?.fonts ?? usual;
      const starting = printsPages(request) ? startEarly(fonts) : undefined;
      const handedIn = markErrors(context);
      const run = {
        request,
        openSigning: request.pdf?.sign && openSigning,
        context: handedIn.context,
        deadline,
        fonts,
        starting,
        queue: context.drawing ? drawings : queue,
      };
      let end = 'ok';
      try {
        return await (await loadRenderer()).render(run);
      } catch (cause) {
        const error = handedIn.owns(cause) ? cause : asEngineError(cause);
        end = error.code;
        throw error;
      } finally {
        renders[end] = (renders[end] ?? 0) + 1;
        deadline.stop();
      }
    },
    async draw(pdf, image, { account, key, signal, inBackground, queueMs, timeoutMs, limits }) {
      const deadline = startDeadline(timeoutMs, signal, queueMs);
      let release: (() => void) | undefined;
      try {
        release = await queue.acquire(deadline.signal, account, key, inBackground);
        deadline.leaveQueue();
        deadline.stage = 'draw';
        const { drawImages } = await import('./pictures/draw-images.ts');
        return await drawImages(pdf, image, limits, deadline.signal);
      } catch (error) {
        throw asEngineError(error);
      } finally {
        release?.();
        deadline.stop();
      }
    },
    async check() {
      const deadline = startDeadline(checkTimeoutMs);
      startEarly(usual);
      try {
        await (await loadRenderer()).probe(usual, deadline);
      } catch (error) {
        throw asEngineError(error);
      } finally {
        deadline.stop();
      }
    },
    checkValues,
    async listSeals() {
      return (await openSigning()).seals?.names ?? [];
    },
    async checkSigning(request) {
      if (request.pdf?.sign === undefined) return;
      const { planSignature } = await import('./signing/sign-document.ts');
      await planSignature(request, await openSigning());
    },
    async sendOutside(request) {
      const { sendOutside } = await loadOutside();
      return sendOutside(options.egress, request);
    },
    async refusesOutside(url) {
      const { refusesOutside } = await loadOutside();
      return refusesOutside(options.egress, url);
    },
    status() {
      const browser = supervisors[usual].current ?? all.find(({ current }) => current)?.current;
      return {
        version: options.version,
        browser: browser?.product,
        pid: browser?.pid,
        sandbox: browser && (browser.sandbox ? 'on' : 'off'),
        own_network: browser && (browser.ownNetwork ? 'on' : 'off'),
        running: queue.running,
        waiting: queue.waiting,
        restarts: all.reduce((sum, { restarts }) => sum + restarts, 0),
        renders: { ...renders },
      };
    },
    async close() {
      queue.close();
      drawings.close();
      await Promise.all([
        ...all.map((supervisor) => supervisor.close(options.single)),
        checker?.then((opened) => opened.close()),
        renderer?.then(
          (opened) => opened.close(),
          () => undefined,
        ),
      ]);
      await network?.close();
    },
  };
}

/** Loads it once, if there are authorities that the browser may not know: others do not pay for it. */
function chooseTrust(authorities: readonly string[] = []): (() => Promise<PrivateTrust | undefined>) | undefined {
  if (authorities.length === 0 && !process.env.NODE_EXTRA_CA_CERTS) return undefined;
  let opened: Promise<PrivateTrust | undefined> | undefined;
  return () => {
    opened ??= loadPrivateTrust().then(({ openPrivateTrust }) =>
      openPrivateTrust(authorities, () => performance.now()),
    );
    return opened;
  };
}

/** Opens the seals at the first call, and again after a failure: others do not pay for it. */
function holdSigning(
  { seals, timestampUrl, egress }: EngineOptions,
  onWarning: OnWarning,
): () => Promise<SigningParts> {
  let opened: Promise<Seals> | undefined;
  return async () => {
    if (seals === undefined) return { seals: undefined, timestampUrl, egress };
    opened ??= import('./signing/seals.ts').then(({ openSeals }) => openSeals(seals, onWarning));
    opened.catch(() => {
      opened = undefined;
    });
    return { seals: await opened, timestampUrl, egress };
  };
}

function warnOnce(onWarning: OnWarning | undefined): OnWarning {
  const reported = new Set<string>();
  return (text, code) => {
    if (reported.has(text)) return;
    reported.add(text);
    onWarning?.(text, code);
  };
}

/** The context of a render, and which errors are those of its `loadTemplate`. They keep their own codes. */
function markErrors(context: RenderContext) {
  const { loadTemplate } = context;
  let templateError: unknown;
  const load: typeof loadTemplate = async (id, choice) => {
    try {
      return await loadTemplate?.(id, choice);
    } catch (error) {
      templateError = error;
      throw error;
    }
  };
  const owns = (error: unknown): error is Error & { code: string } =>
    error !== undefined && error === templateError && typeof (error as { code?: unknown }).code === 'string';
  return { context: loadTemplate ? { ...context, loadTemplate: load } : context, owns };
}

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof ConnectionClosed) {
    return new EngineError('browser_restarting', 'Chromium died under this render.', {}, { cause: error });
  }
  return new EngineError('internal', 'Something unexpected happened in the engine.', {}, { cause: error });
}

/** Whether a render needs a browser: existing PDFs alone do not, unless something is printed over them. */
function printsPages({ parts, options, overlays = [] }: RenderRequest): boolean {
  return (
    isStamped(options) ||
    overlays.some(({ pdf }) => pdf === undefined) ||
    [parts].flat().some((part) => typeof part === 'string' || part.pdf === undefined || isStamped(part.options))
  );
}

function isStamped({ header, footer }: { header?: string; footer?: string } = {}): boolean {
  return Boolean(header || footer);
}
