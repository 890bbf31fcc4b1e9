import {
  type BrowserSupervisor,
  type EgressEdges,
  type FontSet,
  openEgressSession,
  parsePolicy,
} from '../../browser/index.ts';
import type { Warning } from '../../contract/index.ts';
import type { SchemaChecker } from '../../markup/index.ts';
import type { Deadline } from '../deadline.ts';
import type { EngineOptions, RenderResult } from '../engine-options.ts';
import { openMerger } from '../merging/merger.ts';
import { openPageCache } from '../page/open/page-cache.ts';
import { buildPageSet, type PageSet } from '../page/open/page-set.ts';
import { renderPage } from '../page/render-page.ts';
import { readConformance } from './conformance/read-conformance.ts';
import { mergeParts } from './merge-parts.ts';
import { openPreparer } from './preparer.ts';
import { printOverlays } from './print-overlays.ts';
import { measureStage, type RenderJob, type RenderRun } from './render-job.ts';
import { renderParts } from './render-parts.ts';
import { borrowInTime } from './retry.ts';
import { stampParts } from './stamp-parts.ts';

/** Renders requests. Opened once per engine. */
export interface Renderer {
  /** Waits for a slot, renders the parts in their order and merges them, all within the deadline. Throws `EngineError`. */
  render(run: RenderRun): Promise<RenderResult>;
  /** Opens a page for the first render once the browser has started. Never rejects. */
  prepare(fonts: FontSet, starting: Promise<unknown> | undefined): Promise<void>;
  /** Prints a page of one line, off the queue and without network, to prove that the browser prints. */
  probe(fonts: FontSet, deadline: Deadline): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a renderer with a cache of at most `idleLimit` idle pages for each browser. `edges` are those of its egress sessions. Throws
 * `config_invalid` for an unreadable egress policy.
 */
export function openRenderer(
  options: EngineOptions & { checkValues: SchemaChecker['check'] },
  { supervisors, webglSupervisors }: Record<'supervisors' | 'webglSupervisors', Record<FontSet, BrowserSupervisor>>,
  idleLimit: number,
  edges?: EgressEdges,
): Renderer {
  parsePolicy(options.egress);
  const preparer = openPreparer(options);
  if (options.markdown) preparer.expectMarkdown();
  // With a single render nothing else waits for the event loop, and a thread would have to start first.
  const merger = openMerger(options.single ? { smallBytes: 8 * 1024 * 1024 } : {});
  const openCache = () => openPageCache(options.egress, idleLimit, edges);
  const caches = { system: openCache(), bundled: openCache() };

  return {
    async render(run) {
      const start = performance.now();
      const conformance = await readConformance(run.request, run.deadline.signal);
      const sign = await openSignature(run);
      const { account, key, inBackground } = run.context;
      const release = await measureStage(run, { stage: 'queue' }, () =>
        run.queue.acquire(run.deadline.signal, account, key, inBackground),
      );
      let ending: Promise<void> | undefined;
      const merging = merger.open();
      try {
        run.deadline.leaveQueue();
        const queueMs = performance.now() - start;
        const supervisor = supervisors[run.fonts];
        const job: RenderJob = {
          ...run,
          conformance,
          version: options.version,
          supervisor,
          ...(options.webgl && { webglSupervisor: webglSupervisors[run.fonts] }),
          preparer,
          merger: merging,
          openBoundPages: async (bound) =>
            buildPageSet(await openEgressSession({ ...options.egress, bound }, {}, edges)),
          acquireSpareSlot: (signal) => run.queue.acquireSpare(signal, account, key),
        };
        const cache = caches[run.fonts];
        const pages = await cache.acquire(account);
        const { parts, stamps, overlays } = await print(job, pages).finally(() => {
          ending = cache.release(account, pages);
        });
        run.deadline.stage = 'bind';
        // Small parts are merged without a slot, so that the next render prints meanwhile.
        if (merger.mergesAtOnce(parts.list, stamps?.pdfs, overlays.list)) void ending?.then(release, release);
        // Ending the browser takes as long as merging, so both run side by side.
        if (options.single) for (const each of [supervisor, webglSupervisors[run.fonts]]) void each.close(true);
        const mergeStart = performance.now();
        const merged = await measureStage(run, { stage: 'merge' }, () =>
          run.deadline.race(mergeParts(job, parts.list, { stamps: stamps?.pdfs, overlays: overlays.list })),
        );
        const bindMs = performance.now() - mergeStart;
        return {
          ...merged,
          ...(sign && { pdf: await sign(merged.pdf) }),
          warnings: parts.list.flatMap(({ warnings, index: part }) =>
            warnings.map((warning): Warning => ({ part, ...warning })),
          ),
          templates: parts.list.flatMap(({ template, index: part }) => (template ? [{ part, ...template }] : [])),
          timings: {
            queue_ms: toTenths(queueMs),
            load_ms: toTenths(sum(parts.list.map(({ loadMs }) => loadMs))),
            print_ms: toTenths(
              sum(parts.list.map(({ printMs }) => printMs)) + (stamps?.printMs ?? 0) + overlays.printMs,
            ),
            bind_ms: toTenths(bindMs),
          },
        };
      } finally {
        merging.end();
        // The slot is free once its pages are closed or kept. The answer does not wait for that.
        void (ending ?? Promise.resolve()).catch(() => undefined).then(release);
      }
    },
    async prepare(fonts, starting) {
      const borrowing = Promise.resolve(starting).then(() => supervisors[fonts].borrow());
      await caches[fonts].makeAhead(borrowing.then(({ browser }) => browser));
      await borrowing.then(
        (lease) => lease.end(),
        () => undefined,
      );
    },
    probe: (fonts, deadline) => probe(supervisors[fonts], deadline),
    async close() {
      await Promise.all([preparer.close(), merger.close(), caches.system.close(), caches.bundled.close()]);
    },
  };
}

/** Returns what signs the finished document; undefined for a request without a signature. Throws what refuses it. */
async function openSignature(run: RenderRun): Promise<((pdf: Uint8Array) => Promise<Uint8Array>) | undefined> {
  const { request, openSigning, deadline } = run;
  if (openSigning === undefined) return undefined;
  const [parts, { planSignature, signDocument }] = await Promise.all([
    openSigning(),
    import('../signing/sign-document.ts'),
  ]);
  const planned = await planSignature(request, parts);
  if (planned === undefined) return undefined;
  return (pdf) => {
    deadline.stage = 'sign';
    return measureStage(run, { stage: 'sign' }, () =>
      deadline.race(signDocument(pdf, planned, parts, deadline.signal)),
    );
  };
}

async function print(job: RenderJob, pages: PageSet) {
  const parts = await renderParts(job, pages);
  const stamps = await stampParts({ job, pages }, parts);
  return { parts, stamps, overlays: await printOverlays({ job, pages }, parts) };
}

async function probe(supervisor: BrowserSupervisor, deadline: Deadline): Promise<void> {
  deadline.stage = 'load';
  const pages = buildPageSet(await openEgressSession({ level: 'deny' }));
  try {
    const lease = await borrowInTime(supervisor, deadline);
    const source = { kind: 'document', html: '<!doctype html><title>check</title><p>check' } as const;
    let isBroken = true;
    try {
      await renderPage(lease.browser, { source, options: {}, pages, deadline, wantsFacts: false });
      isBroken = false;
    } finally {
      // A browser that answers but cannot print is as good as dead. Replace it.
      lease.end(isBroken);
    }
  } finally {
    await pages.close();
  }
}

/** Milliseconds with one decimal: a clock is no more exact. */
function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
