import type { RenderRequest, Warning } from '../contract/index.ts';
import { type Binder, openBinder } from './bind/binder.ts';
import { openWarmUp } from './bind/warm-up.ts';
import { bindParts } from './bind-parts.ts';
import type { BrowserKeeper } from './browser/browser-keeper.ts';
import type { Deadline } from './deadline.ts';
import type { EngineOptions, RenderContext, RenderResult } from './engine-options.ts';
import { buildPageSet, type PageSet } from './page-set.ts';
import { openPageShelf } from './page-shelf.ts';
import { openPreparer, type Preparer } from './prepare-part.ts';
import type { Queue } from './queue.ts';
import { renderPage } from './render-page.ts';
import { renderParts } from './render-parts.ts';
import { borrowInTime } from './render-with-retry.ts';
import { stampParts } from './stamp-parts.ts';
import { checkPolicy, type WayOut } from './way-out.ts';

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
  /** Called when a page has been told to print, and nothing is to be done here until it has: with what ends then. */
  whilePrinting?: ((printing: Promise<unknown>) => void) | undefined;
}

/** Renders requests. */
export interface Renderer {
  /** Renders a request within its deadline: a slot, the parts in their order, one PDF. Throws `EngineError`. */
  render(run: RenderRun): Promise<RenderResult>;
  /** Makes a page ready for the first render, once the browser has started. Never rejects. */
  prepare(starting: Promise<unknown> | undefined): Promise<void>;
  /** Proves that the browser prints: a page with one line, past the queue and without a way out. */
  probe(deadline: Deadline): Promise<void>;
  close(): Promise<void>;
}

/** Opens a renderer that keeps at most so many pages for the next render. Throws `config_invalid` for an egress policy that cannot be understood. */
export function openRenderer(options: EngineOptions, keeper: BrowserKeeper, queue: Queue, most: number): Renderer {
  checkPolicy(options.egress);
  const preparer = openPreparer(options.readPageOptions);
  if (options.markdown) preparer.expectMarkdown();
  // Where only one render is asked for, nobody else is held up by its binding, and a thread would have to start first.
  const binder = openBinder(options.single ? { smallBytes: 8 * 1024 * 1024 } : {});
  const shelf = openPageShelf(options.egress, most);
  // A process that binds once does so with code that has never run, unless it has by then.
  const whilePrinting = options.single ? openWarmUp() : undefined;

  return {
    async render(run) {
      const start = performance.now();
      const leave = await queue.take(run.deadline.signal, run.context.account);
      let ending: Promise<void> | undefined;
      try {
        run.deadline.stage = 'load';
        const queueMs = performance.now() - start;
        const job = { ...run, version: options.version, keeper, preparer, binder, whilePrinting };
        const { account } = run.context;
        const pages = await shelf.take(account);
        const { parts, stamps } = await print(job, pages).finally(() => {
          ending = shelf.giveBack(account, pages);
        });
        run.deadline.stage = 'bind';
        // What is bound at once needs no slot for it; the next render prints meanwhile.
        if (binder.bindsAtOnce(parts.list, stamps?.pdf)) void ending?.then(leave, leave);
        // The browser's end takes as long as binding does; side by side neither costs anything.
        if (options.single) void keeper.close(true);
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
        void (ending ?? Promise.resolve()).catch(() => undefined).then(leave);
      }
    },
    async prepare(starting) {
      const borrowing = Promise.resolve(starting).then(() => keeper.borrow());
      await shelf.makeAhead(borrowing.then(({ browser }) => browser));
      await borrowing.then(
        (lease) => lease.end(),
        () => undefined,
      );
    },
    probe: (deadline) => probe(keeper, deadline),
    async close() {
      await Promise.all([preparer.close(), binder.close(), shelf.close()]);
    },
  };
}

async function print(job: RenderJob, pages: PageSet) {
  const parts = await renderParts(job, pages);
  return { parts, stamps: await stampParts({ job, pages }, parts) };
}

async function probe(keeper: BrowserKeeper, deadline: Deadline): Promise<void> {
  deadline.stage = 'load';
  const lease = await borrowInTime(keeper, deadline);
  const pages = buildPageSet(noWayOut);
  const source = { kind: 'document', html: '<!doctype html><title>check</title><p>check' } as const;
  let isBroken = true;
  try {
    await renderPage(lease.browser, { source, options: {}, pages, deadline, wantsFacts: false });
    isBroken = false;
  } finally {
    // A browser that answers but cannot print is as good as dead, and only a new one helps.
    lease.end(isBroken);
    await pages.close();
  }
}

/** A closed port: the probe loads nothing. */
const noWayOut: WayOut = {
  port: 9,
  isRefused: () => false,
  isStopped: () => false,
  refusals: 0,
  isTouched: () => false,
  pause: () => undefined,
  resume: () => undefined,
  close: async () => undefined,
};

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
