import { type BindOptions, type BoundPdf, bind, measurePages, type PageSize } from './bind.ts';
import { BindChildTaken, runBindChild } from './bind-child.ts';
import { type BindAnswer, type BindJob, readBindFailure } from './bind-job.ts';
import type { BindPart } from './bind-part.ts';
import { openBindThreads } from './bind-threads.ts';
import type { FinishOptions } from './finish-pdf.ts';

/** Below this many bytes binding takes less time than handing it to a thread. */
const defaultSmallBytes = 256 * 1024;

/** How a document is to be, and how it is to be stored. */
export interface BinderBindOptions extends BindOptions {
  finish?: FinishOptions;
  /** Whether nobody needs the bytes of the parts any more: a thread may then take them, which leaves them empty. */
  consume?: boolean;
}

/** Binds documents without holding up its caller, and PDFs of users where they can do no harm. */
export interface Binder {
  /** Whether parts are bound at once, unless they are to be stored in a way of their own: small ones, none of them a user's. */
  bindsAtOnce(parts: readonly Pick<BindPart, 'pdf' | 'foreign'>[], stamps?: Uint8Array): boolean;
  /**
   * Binds as `bind` does. Rejects with BindError, or with the signal's reason as soon as it aborts; the work then ends too.
   */
  bind(parts: readonly BindPart[], options: BinderBindOptions, signal: AbortSignal): Promise<BoundPdf>;
  /** The sizes of a part's pages, as `measurePages` gives them. Rejects as `bind` does. */
  measure(part: BindPart, signal: AbortSignal): Promise<PageSize[]>;
  /** Ends all work under way, which then rejects. */
  close(): Promise<void>;
}

/** Limits of a binder. */
export interface BinderOptions {
  /** The most pages of a document. Default 2000. */
  mostPages?: number;
  /** Bytes of parts below which they are bound at once. Default 256 KiB. */
  smallBytes?: number;
  /** The heap of a process that reads PDFs of users, in megabytes. Default 512. */
  heapMegabytes?: number;
}

/**
 * Opens a binder. Small documents of ours are bound at once, large ones in a worker thread; each job with a PDF of a user
 * gets a process of its own.
 */
export function openBinder({
  mostPages,
  smallBytes = defaultSmallBytes,
  heapMegabytes = 512,
}: BinderOptions = {}): Binder {
  const closing = new AbortController();
  const threads = openBindThreads();
  const running = new Set<Promise<unknown>>();

  const runForeign = (job: BindJob, signal: AbortSignal) =>
    runBindChild(job, heapMegabytes, signal).catch((error: unknown) => {
      if (error instanceof BindChildTaken) return runBindChild(job, heapMegabytes, signal);
      throw error;
    });

  const run = async (job: BindJob, isForeign: boolean, signal: AbortSignal, consume = false): Promise<BindAnswer> => {
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

  const bindsAtOnce: Binder['bindsAtOnce'] = (parts, stamps) => {
    const bytes = parts.reduce((sum, { pdf }) => sum + pdf.byteLength, stamps?.byteLength ?? 0);
    return bytes < smallBytes && !parts.some(({ foreign }) => foreign);
  };

  return {
    bindsAtOnce,
    async bind(parts, { finish, consume, ...options }, signal) {
      signal.throwIfAborted();
      if (finish === undefined && bindsAtOnce(parts, options.stamps)) return bind(parts, options, mostPages);
      const foreign = parts.some((part) => part.foreign);
      const answer = await run({ kind: 'bind', parts, options, finish, mostPages }, foreign, signal, consume);
      if (answer.end !== 'bound') throw readBindFailure(answer);
      return { pdf: answer.pdf, pages: answer.pages };
    },
    async measure(part, signal) {
      signal.throwIfAborted();
      // Measuring reads the page tree only, so even large documents of ours are measured at once.
      if (!part.foreign) return measurePages(part, mostPages);
      const answer = await run({ kind: 'measure', part, mostPages }, true, signal);
      if (answer.end !== 'measured') throw readBindFailure(answer);
      return answer.sizes;
    },
    async close() {
      closing.abort(new Error('the binder is closed'));
      await Promise.allSettled(running);
      await threads.close();
    },
  };
}
