import type { RenderRequest, Warning } from '../contract/index.ts';
import { bindParts } from './bind-parts.ts';
import type { BrowserKeeper } from './browser/browser-keeper.ts';
import type { Deadline } from './deadline.ts';
import type { EngineOptions, RenderContext, RenderResult } from './engine-options.ts';
import { normaliseParts } from './normalise-parts.ts';
import type { Preparer } from './prepare-part.ts';
import type { Queue } from './queue.ts';
import { renderPage } from './render-page.ts';
import { type RenderedPart, renderPart } from './render-part.ts';
import { borrowInTime } from './render-with-retry.ts';
import { openWayOut } from './way-out.ts';

/** One render and what it uses. */
export interface RenderJob {
  request: RenderRequest;
  context: RenderContext;
  deadline: Deadline;
  queue: Queue;
  keeper: BrowserKeeper;
  preparer: Preparer;
  /** The first start of the browser, while it is under way. */
  starting: Promise<unknown> | undefined;
  options: EngineOptions;
}

/** Renders a request within its deadline: a slot, the parts in their order, one PDF. Throws `EngineError`. */
export async function render(job: RenderJob): Promise<RenderResult> {
  const { deadline, options } = job;
  const start = performance.now();
  const leave = await job.queue.take(deadline.signal);
  const endings: Promise<unknown>[] = [];
  try {
    const queueMs = performance.now() - start;
    deadline.stage = 'load';
    const printed = await printParts(job, endings);
    deadline.stage = 'bind';
    const bindStart = performance.now();
    const bound = await deadline.race(bindParts(printed, job.request, options.version));
    return {
      ...bound,
      warnings: printed.flatMap(({ warnings }, part) => warnings.map((warning): Warning => ({ part, ...warning }))),
      timings: {
        queue_ms: queueMs,
        load_ms: sum(printed.map(({ loadMs }) => loadMs)),
        print_ms: sum(printed.map(({ printMs }) => printMs)),
        bind_ms: performance.now() - bindStart,
      },
    };
  } finally {
    // The slot is free once the pages behind it are gone; the answer need not wait for that.
    void Promise.allSettled(endings).then(leave);
  }
}

async function printParts(job: RenderJob, endings: Promise<unknown>[]): Promise<RenderedPart[]> {
  const wayOut = await openWayOut(job.options.egress);
  const pages: Promise<void>[] = [];
  try {
    const printed: RenderedPart[] = [];
    for (const [index, part] of normaliseParts(job.request).entries()) {
      printed.push(await renderPart(job, part, index, wayOut, (end) => pages.push(end)));
    }
    return printed;
  } finally {
    endings.push(Promise.allSettled(pages).then(() => wayOut.close()));
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Proves that the browser prints: a page with one line, past the queue and without a way out. */
export async function renderProbe(keeper: BrowserKeeper, deadline: Deadline): Promise<void> {
  deadline.stage = 'load';
  const lease = await borrowInTime(keeper, deadline);
  let end: Promise<void> | undefined;
  try {
    const source = { kind: 'document', html: '<!doctype html><title>check</title><p>check' } as const;
    await renderPage(lease.browser, source, {}, closedWay, deadline, (closing) => {
      end = closing;
    });
  } catch (error) {
    // A browser that answers but cannot print is as good as dead, and only a new one helps.
    lease.end(true);
    throw error;
  }
  await end;
  lease.end();
}

/** A closed port: the probe loads nothing. */
const closedWay = { port: 9, isRefused: () => false, anyRefused: () => false, close: async () => undefined };
