import type { RenderRequest, Warning } from '../contract/index.ts';
import { type Binder, openBinder } from './bind/binder.ts';
import { bindParts } from './bind-parts.ts';
import type { BrowserKeeper } from './browser/browser-keeper.ts';
import type { Deadline } from './deadline.ts';
import type { EngineOptions, RenderContext, RenderResult } from './engine-options.ts';
import { openPreparer, type Preparer } from './prepare-part.ts';
import type { Queue } from './queue.ts';
import { renderPage } from './render-page.ts';
import { type RenderedParts, renderParts } from './render-parts.ts';
import { borrowInTime } from './render-with-retry.ts';
import { stampParts } from './stamp-parts.ts';
import { checkPolicy, openWayOut, type WayOut } from './way-out.ts';

/** One render. */
export interface RenderRun {
  request: RenderRequest;
  context: RenderContext;
  deadline: Deadline;
  /** The first start of the browser, while it is under way. */
  starting: Promise<unknown> | undefined;
}

/** One render and what it uses. */
export interface RenderJob extends RenderRun {
  version: string;
  keeper: BrowserKeeper;
  preparer: Preparer;
  binder: Binder;
}

/** Renders requests. */
export interface Renderer {
  /** Renders a request within its deadline: a slot, the parts in their order, one PDF. Throws `EngineError`. */
  render(run: RenderRun): Promise<RenderResult>;
  /** Proves that the browser prints: a page with one line, past the queue and without a way out. */
  probe(deadline: Deadline): Promise<void>;
  close(): Promise<void>;
}

/** Opens a renderer. Throws `config_invalid` for an egress policy that cannot be understood. */
export function openRenderer(options: EngineOptions, keeper: BrowserKeeper, queue: Queue): Renderer {
  checkPolicy(options.egress);
  const preparer = openPreparer(options.readPageOptions);
  const binder = openBinder();

  return {
    async render(run) {
      const start = performance.now();
      const leave = await queue.take(run.deadline.signal);
      const endings: Promise<unknown>[] = [];
      try {
        run.deadline.stage = 'load';
        const queueMs = performance.now() - start;
        const job = { ...run, version: options.version, keeper, preparer, binder };
        const { parts, stamps } = await print(job, options, endings);
        run.deadline.stage = 'bind';
        const bindStart = performance.now();
        const bound = await run.deadline.race(bindParts(job, parts.list, stamps?.pdf));
        return {
          ...bound,
          warnings: parts.list.flatMap(({ warnings, index: part }) =>
            warnings.map((one): Warning => ({ part, ...one })),
          ),
          timings: {
            queue_ms: queueMs,
            load_ms: sum(parts.list.map(({ loadMs }) => loadMs)),
            print_ms: sum(parts.list.map(({ printMs }) => printMs)) + (stamps?.printMs ?? 0),
            bind_ms: performance.now() - bindStart,
          },
        };
      } finally {
        // The slot is free once the pages behind it are gone; the answer need not wait for that.
        void Promise.allSettled(endings).then(leave);
      }
    },
    probe: (deadline) => probe(keeper, deadline),
    async close() {
      await Promise.all([preparer.close(), binder.close()]);
    },
  };
}

async function print(job: RenderJob, { egress }: EngineOptions, endings: Promise<unknown>[]) {
  const wayOut = await openWayOut(egress);
  const pages: Promise<void>[] = [];
  const closing = (end: Promise<void>) => pages.push(end);
  try {
    const parts: RenderedParts = await renderParts(job, wayOut, closing);
    return { parts, stamps: await stampParts({ job, wayOut, closing }, parts) };
  } finally {
    endings.push(Promise.allSettled(pages).then(() => wayOut.close()));
  }
}

async function probe(keeper: BrowserKeeper, deadline: Deadline): Promise<void> {
  deadline.stage = 'load';
  const lease = await borrowInTime(keeper, deadline);
  let end: Promise<void> | undefined;
  try {
    const source = { kind: 'document', html: '<!doctype html><title>check</title><p>check' } as const;
    const closing = (closed: Promise<void>) => {
      end = closed;
    };
    const page = await renderPage(lease.browser, {
      source,
      options: {},
      wayOut: noWayOut,
      deadline,
      wantsFacts: false,
      closing,
    });
    page.close();
  } catch (error) {
    // A browser that answers but cannot print is as good as dead, and only a new one helps.
    lease.end(true);
    throw error;
  }
  await end;
  lease.end();
}

/** A closed port: the probe loads nothing. */
const noWayOut: WayOut = { port: 9, isRefused: () => false, anyRefused: () => false, close: async () => undefined };

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
