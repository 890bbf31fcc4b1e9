import { type MergedPdf, type MergeOptions, type MergePart, mergePdfs } from '../../pdf/index.ts';
import type { FinishOptions } from './finish-options.ts';
import { type MergeAnswer, type MergeJob, readMergeFailure } from './merge-answer.ts';
import { type MergeChild, MergeChildKilled, startMergeChild } from './merge-child.ts';
import { openMergeThreads } from './merge-threads.ts';

/** Below this many bytes, merging takes less time than handing the job to a thread. */
const defaultSmallBytes = 256 * 1024;

/** How a document is merged and stored. */
export interface MergeRunOptions extends MergeOptions {
  finish?: FinishOptions;
  /** Whether the caller is done with the bytes of the parts, so that they may be moved to a thread. Default false. */
  consume?: boolean;
}

/** The merges of one render, which share a process for PDFs of users: all of these belong to who asked for the render. */
export interface RenderMerger {
  /** Starts the process for PDFs of users, which the render has, so that it is there when the first of them is merged. */
  expectForeign(): void;
  /**
   * Merges as `mergePdfs` does. Rejects with MergeError, or with the signal's reason as soon as it aborts, which ends the
   * work.
   */
  merge(parts: readonly MergePart[], options: MergeRunOptions, signal: AbortSignal): Promise<MergedPdf>;
  /** Ends the process. */
  end(): void;
}

/** Merges documents without blocking the event loop, and PDFs of users in a process that can do no harm. */
export interface Merger {
  /** Whether these parts are merged on the caller's thread: small ones, none of them a user's. Without `finish` only. */
  mergesAtOnce(
    parts: readonly Pick<MergePart, 'pdf' | 'stamps' | 'foreign'>[],
    stamps?: readonly { pdf: Uint8Array }[],
    overlays?: MergeOptions['overlays'],
  ): boolean;
  /** Opens the merges of a render. End them. */
  open(): RenderMerger;
  /** Ends all work under way; its promises reject. */
  close(): Promise<void>;
}

/** Limits of a merger. */
interface MergerOptions {
  /** Bytes of all parts below which they are merged on the caller's thread. Default 256 KiB. */
  smallBytes?: number;
  /** Heap of a process that reads PDFs of users, in megabytes. Default 512. */
  heapMegabytes?: number;
}

/**
 * Opens a merger. Small documents of ours are merged on the caller's thread, large ones in a worker thread. Each render
 * with PDFs of a user gets its own process.
 */
export function openMerger({ smallBytes = defaultSmallBytes, heapMegabytes = 512 }: MergerOptions = {}): Merger {
  const closing = new AbortController();
  const threads = openMergeThreads();
  const running = new Set<Promise<unknown>>();
  const renders = new Set<RenderMerger>();

  const run = async (start: (signal: AbortSignal) => Promise<MergeAnswer>, signal: AbortSignal) => {
    const either = AbortSignal.any([signal, closing.signal]);
    either.throwIfAborted();
    const work = start(either);
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  };

  const mergesAtOnce: Merger['mergesAtOnce'] = (parts, stamps = [], overlays = []) => {
    const drawn = [...stamps.map(({ pdf }) => pdf), ...overlays.flatMap(({ pdfs }) => pdfs)];
    const all = [...parts.flatMap((part) => [part.pdf, part.stamps]), ...drawn];
    const bytes = all.reduce((sum, pdf) => sum + (pdf?.byteLength ?? 0), 0);
    return bytes < smallBytes && ![...parts, ...overlays].some(({ foreign }) => foreign);
  };

  function open(): RenderMerger {
    let kept: MergeChild | undefined;
    let isOpen = true;

    const runForeign = async (job: MergeJob, signal: AbortSignal) => {
      const child = kept?.isAlive() ? kept : startMergeChild(heapMegabytes);
      kept = undefined;
      const answer = await child.run(job, signal);
      if (isOpen && kept === undefined) kept = child;
      else child.end();
      return answer;
    };
    const runAgain = (job: MergeJob, signal: AbortSignal) =>
      runForeign(job, signal).catch((error: unknown) => {
        if (error instanceof MergeChildKilled) return runForeign(job, signal);
        throw error;
      });

    const render: RenderMerger = {
      expectForeign() {
        kept ??= startMergeChild(heapMegabytes);
      },
      async merge(parts, { finish, consume = false, ...options }, signal) {
        signal.throwIfAborted();
        const { overlays = [] } = options;
        if (finish === undefined && mergesAtOnce(parts, options.stamps, overlays)) return mergePdfs(parts, options);
        const job = { parts, options, finish };
        const isForeign = [...parts, ...overlays].some(({ foreign }) => foreign);
        const answer = await run(
          (either) => (isForeign ? runAgain(job, either) : threads.run(job, either, consume)),
          signal,
        );
        if (answer.end !== 'merged') throw readMergeFailure(answer);
        const { pdf, pages, warnings } = answer;
        return { pdf, pages, warnings };
      },
      end() {
        isOpen = false;
        kept?.end();
        renders.delete(render);
      },
    };
    renders.add(render);
    return render;
  }

  return {
    mergesAtOnce,
    open,
    async close() {
      closing.abort(new Error('the merger is closed'));
      for (const render of renders) render.end();
      await Promise.allSettled(running);
      await threads.close();
    },
  };
}
