import { type MergedPdf, type MergeOptions, mergePdfs } from '../merge/merge.ts';
import type { MergePart } from '../merge/merge-part.ts';
import type { FinishOptions } from './finish-pdf.ts';
import { MergeChildTaken, runMergeChild } from './merge-child.ts';
import { type MergeAnswer, type MergeJob, readMergeFailure } from './merge-job.ts';
import { openMergeThreads } from './merge-threads.ts';

/** Below this many bytes binding takes less time than handing it to a thread. */
const defaultSmallBytes = 256 * 1024;

/** How a document is to be, and how it is to be stored. */
export interface MergeRunOptions extends MergeOptions {
  finish?: FinishOptions;
  /** Whether nobody needs the bytes of the parts any more: a thread may then take them, which leaves them empty. */
  consume?: boolean;
}

/** Binds documents without holding up its caller, and PDFs of users where they can do no harm. */
export interface Merger {
  /** Whether parts are bound at once, unless they are to be stored in a way of their own: small ones, none of them a user's. */
  mergesAtOnce(parts: readonly Pick<MergePart, 'pdf' | 'foreign'>[], stamps?: Uint8Array): boolean;
  /**
   * Binds as `bind` does. Rejects with MergeError, or with the signal's reason as soon as it aborts; the work then ends too.
   */
  merge(parts: readonly MergePart[], options: MergeRunOptions, signal: AbortSignal): Promise<MergedPdf>;
  /** Ends all work under way, which then rejects. */
  close(): Promise<void>;
}

/** Limits of a merger. */
export interface MergerOptions {
  /** The most pages of a document. Default 2000. */
  mostPages?: number;
  /** Bytes of parts below which they are bound at once. Default 256 KiB. */
  smallBytes?: number;
  /** The heap of a process that reads PDFs of users, in megabytes. Default 512. */
  heapMegabytes?: number;
}

/**
 * Opens a merger. Small documents of ours are bound at once, large ones in a worker thread; each job with a PDF of a user
 * gets a process of its own.
 */
export function openMerger({
  mostPages,
  smallBytes = defaultSmallBytes,
  heapMegabytes = 512,
}: MergerOptions = {}): Merger {
  const closing = new AbortController();
  const threads = openMergeThreads();
  const running = new Set<Promise<unknown>>();

  const runForeign = (job: MergeJob, signal: AbortSignal) =>
    runMergeChild(job, heapMegabytes, signal).catch((error: unknown) => {
      if (error instanceof MergeChildTaken) return runMergeChild(job, heapMegabytes, signal);
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

  const mergesAtOnce: Merger['mergesAtOnce'] = (parts, stamps) => {
    const bytes = parts.reduce((sum, { pdf }) => sum + pdf.byteLength, stamps?.byteLength ?? 0);
    return bytes < smallBytes && !parts.some(({ foreign }) => foreign);
  };

  return {
    mergesAtOnce,
    async merge(parts, { finish, consume, ...options }, signal) {
      signal.throwIfAborted();
      if (finish === undefined && mergesAtOnce(parts, options.stamps)) return mergePdfs(parts, options, mostPages);
      const foreign = parts.some((part) => part.foreign);
      const answer = await run({ parts, options, finish, mostPages }, foreign, signal, consume);
      if (answer.end !== 'merged') throw readMergeFailure(answer);
      return { pdf: answer.pdf, pages: answer.pages };
    },
    async close() {
      closing.abort(new Error('the merger is closed'));
      await Promise.allSettled(running);
      await threads.close();
    },
  };
}
