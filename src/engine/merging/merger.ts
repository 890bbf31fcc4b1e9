import { type MergedPdf, type MergeOptions, mergePdfs } from '../merge/merge.ts';
import type { MergePart } from '../merge/merge-part.ts';
import type { FinishOptions } from './finish-pdf.ts';
import { MergeChildKilled, runMergeChild } from './merge-child.ts';
import { type MergeAnswer, type MergeJob, readMergeFailure } from './merge-job.ts';
import { openMergeThreads } from './merge-threads.ts';

/** Below this many bytes, merging takes less time than handing the job to a thread. */
const defaultSmallBytes = 256 * 1024;

/** How a document is merged and stored. */
export interface MergeRunOptions extends MergeOptions {
  finish?: FinishOptions;
  /** Whether the caller is done with the bytes of the parts, so that they may be moved to a thread. Default false. */
  consume?: boolean;
}

/** Merges documents without blocking the event loop, and PDFs of users in a process that can do no harm. */
export interface Merger {
  /** Whether these parts are merged on the caller's thread: small ones, none of them a user's. Without `finish` only. */
  mergesAtOnce(
    parts: readonly Pick<MergePart, 'pdf' | 'stamps' | 'foreign'>[],
    stamps?: readonly { pdf: Uint8Array }[],
  ): boolean;
  /**
   * Merges as `mergePdfs` does. Rejects with MergeError, or with the signal's reason as soon as it aborts, which ends the
   * work.
   */
  merge(parts: readonly MergePart[], options: MergeRunOptions, signal: AbortSignal): Promise<MergedPdf>;
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
 * Opens a merger. Small documents of ours are merged on the caller's thread, large ones in a worker thread. Each job with a
 * PDF of a user gets a process of its own.
 */
export function openMerger({ smallBytes = defaultSmallBytes, heapMegabytes = 512 }: MergerOptions = {}): Merger {
  const closing = new AbortController();
  const threads = openMergeThreads();
  const running = new Set<Promise<unknown>>();

  const runForeign = (job: MergeJob, signal: AbortSignal) =>
    runMergeChild(job, heapMegabytes, signal).catch((error: unknown) => {
      if (error instanceof MergeChildKilled) return runMergeChild(job, heapMegabytes, signal);
      throw error;
    });

  const run = async (job: MergeJob, isForeign: boolean, signal: AbortSignal, consume = false): Promise<MergeAnswer> => {
    const either = AbortSignal.any([signal, closing.signal]);
    either.throwIfAborted();
    const work = isForeign ? runForeign(job, either) : threads.run(job, either, consume);
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  };

  const mergesAtOnce: Merger['mergesAtOnce'] = (parts, stamps = []) => {
    const all = [...parts.flatMap((part) => [part.pdf, part.stamps]), ...stamps.map(({ pdf }) => pdf)];
    const bytes = all.reduce((sum, pdf) => sum + (pdf?.byteLength ?? 0), 0);
    return bytes < smallBytes && !parts.some(({ foreign }) => foreign);
  };

  return {
    mergesAtOnce,
    async merge(parts, { finish, consume, ...options }, signal) {
      signal.throwIfAborted();
      if (finish === undefined && mergesAtOnce(parts, options.stamps)) return mergePdfs(parts, options);
      const foreign = parts.some((part) => part.foreign);
      const answer = await run({ parts, options, finish }, foreign, signal, consume);
      if (answer.end !== 'merged') throw readMergeFailure(answer);
      const { pdf, pages, warnings } = answer;
      return { pdf, pages, warnings };
    },
    async close() {
      closing.abort(new Error('the merger is closed'));
      await Promise.allSettled(running);
      await threads.close();
    },
  };
}
