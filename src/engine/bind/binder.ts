import { type BindOptions, type BoundPdf, bind, countPages } from './bind.ts';
import { runBindChild } from './bind-child.ts';
import { type BindJob, readBindAnswer } from './bind-job.ts';
import type { BindPart } from './bind-part.ts';
import { openBindThreads } from './bind-threads.ts';

/** Below this many bytes binding takes less time than handing it to a thread. */
const smallBytes = 256 * 1024;

/** Binds documents without holding up its caller, and PDFs of users where they can do no harm. */
export interface Binder {
  /**
   * Binds as `bind` does. Rejects with BindError, or with the signal's reason as soon as it aborts; the work then ends too.
   */
  bind(parts: readonly BindPart[], options: BindOptions, signal: AbortSignal): Promise<BoundPdf>;
  /** Counts the pages of one part, before `pageRanges`. Rejects as `bind` does. */
  count(part: Pick<BindPart, 'pdf' | 'foreign'>, signal: AbortSignal): Promise<number>;
  /** Ends all work under way, which then rejects. */
  close(): Promise<void>;
}

/**
 * Opens a binder. Small documents of ours are bound at once, large ones in a worker thread; each job with a PDF of a user
 * gets a process of its own. `mostPages` is the limit of `bind`.
 */
export function openBinder({ mostPages }: { mostPages?: number } = {}): Binder {
  const closing = new AbortController();
  const threads = openBindThreads();
  const running = new Set<Promise<unknown>>();

  const run = async (job: BindJob, isForeign: boolean, signal: AbortSignal): Promise<BoundPdf> => {
    const either = AbortSignal.any([signal, closing.signal]);
    either.throwIfAborted();
    const work = isForeign ? runBindChild(job, either) : threads.run(job, either);
    running.add(work);
    try {
      return readBindAnswer(await work);
    } finally {
      running.delete(work);
    }
  };

  return {
    async bind(parts, options, signal) {
      signal.throwIfAborted();
      const foreign = parts.some((part) => part.foreign);
      const bytes = parts.reduce((sum, { pdf }) => sum + pdf.byteLength, options.stamps?.byteLength ?? 0);
      if (!foreign && bytes < smallBytes) return bind(parts, options, mostPages);
      return run({ kind: 'bind', parts, options, mostPages }, foreign, signal);
    },
    async count({ pdf, foreign }, signal) {
      signal.throwIfAborted();
      // Counting reads the page tree only, so even large documents of ours are counted at once.
      if (!foreign) return countPages(pdf);
      return (await run({ kind: 'count', pdf, foreign }, foreign, signal)).pages;
    },
    async close() {
      closing.abort(new Error('the binder is closed'));
      await Promise.allSettled(running);
      await threads.close();
    },
  };
}
