import { availableParallelism } from 'node:os';
import { openBrowserKeeper } from './browser/browser-keeper.ts';
import { startBrowser } from './browser/start-browser.ts';
import { startDeadline } from './deadline.ts';
import { EngineError } from './engine-error.ts';
import type { Engine, EngineOptions } from './engine-options.ts';
import { openPreparer } from './prepare-part.ts';
import { openQueue } from './queue.ts';

const defaultPlaces = 64;
const defaultTimeoutMs = 30_000;
const checkTimeoutMs = 10_000;

/** Opens an engine. Nothing is launched until `start` or the first render. Close it. */
export function openEngine(options: EngineOptions): Engine {
  const { concurrency = availableParallelism(), queue: places = defaultPlaces } = options;
  const queue = openQueue(concurrency, places);
  const warn = warnOnce(options.onWarning);
  const keeper = openBrowserKeeper({ start: (signal) => startBrowser({ ...options, onWarning: warn, signal }) });
  const preparer = openPreparer(options.readPageOptions);
  const renders: Record<string, number> = {};
  // Loaded while the browser starts, which takes longer.
  const loadRender = () => import('./render.ts');

  function startBrowserEarly(): Promise<void> {
    const started = keeper.borrow().then((lease) => lease.end());
    // Whoever needs the browser hears of the failure; a render that ends before that does not.
    started.catch(() => undefined);
    return started;
  }

  return {
    async start() {
      const starting = startBrowserEarly();
      await loadRender();
      await starting;
    },
    async render(request, context) {
      const deadline = startDeadline(request.options?.timeout_ms ?? defaultTimeoutMs, context.signal);
      // The browser starts at once, before the slot, the code and the egress rules are there.
      const starting = keeper.current ? undefined : startBrowserEarly();
      try {
        const { render } = await loadRender();
        const result = await render({ request, context, deadline, queue, keeper, preparer, starting, options });
        renders.ok = (renders.ok ?? 0) + 1;
        return result;
      } catch (error) {
        const known = asEngineError(error);
        renders[known.code] = (renders[known.code] ?? 0) + 1;
        throw known;
      } finally {
        deadline.stop();
      }
    },
    async check() {
      const deadline = startDeadline(checkTimeoutMs);
      try {
        const { renderProbe } = await loadRender();
        await renderProbe(keeper, deadline);
      } catch (error) {
        throw asEngineError(error);
      } finally {
        deadline.stop();
      }
    },
    status: () => ({
      version: options.version,
      browser: keeper.current?.product,
      pid: keeper.current?.pid,
      sandbox: keeper.current && (keeper.current.sandbox ? 'on' : 'off'),
      running: queue.running,
      waiting: queue.waiting,
      restarts: keeper.restarts,
      renders: { ...renders },
    }),
    async close() {
      queue.close();
      await Promise.all([keeper.close(), preparer.close()]);
    },
  };
}

function warnOnce(onWarning: ((text: string) => void) | undefined): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return;
    said.add(text);
    onWarning?.(text);
  };
}

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  return new EngineError('internal', 'Something unexpected happened in the engine.', {}, { cause: error });
}
