import { type Browser, type BrowserSupervisor, ConnectionClosed, type Lease } from '../../browser/index.ts';
import { EngineError } from '../../children/index.ts';
import type { Deadline } from '../deadline.ts';
import { PageCrashed } from '../page/open/page-crashed.ts';
import type { RenderJob } from './render-job.ts';

/**
 * Does the work with a browser, and a second time if the browser or the page's process died. If it was the browser, the second time is in a
 * separate one, so that a document which ends browsers ends no other render twice. Throws `page_failed` if that one dies as well. Does not retry after the deadline.
 */
export async function renderWithRetry<T>(job: RenderJob, work: (browser: Browser) => Promise<T>): Promise<T> {
  const { deadline, supervisor, starting } = job;
  let hasDied = false;
  for (let attempt = 1; ; attempt += 1) {
    await deadline.race(Promise.resolve(starting));
    const lease = await borrowInTime(supervisor, deadline, hasDied);
    let isBroken = false;
    try {
      return await work(lease.browser);
    } catch (error) {
      // The page may be only the first process to go.
      isBroken = error instanceof PageCrashed && !lease.browser.isWhole();
      if (!isDeath(error)) throw error;
      const wasSeparate = hasDied;
      hasDied = isBroken || error instanceof ConnectionClosed;
      if (attempt < 2) continue;
      throw wasSeparate && hasDied ? new EngineError('page_failed', deadly) : error;
    } finally {
      lease.end(isBroken);
    }
  }
}

const deadly =
  'Chromium ended twice while it rendered this document, the second time in its own process. The document needs more memory than there ' +
  'is, or has too many nested elements.';

/** Whether the page or the browser died, so that a retry may succeed. */
export function isDeath(error: unknown): boolean {
  return error instanceof ConnectionClosed || error instanceof PageCrashed;
}

/** Borrows a browser within the deadline, one for this caller alone if asked for. Ends the lease of one that comes too late. */
export async function borrowInTime(supervisor: BrowserSupervisor, deadline: Deadline, alone = false): Promise<Lease> {
  const borrowing = supervisor.borrow(alone);
  try {
    return await deadline.race(borrowing);
  } catch (error) {
    borrowing.then((lease) => lease.end()).catch(() => undefined);
    throw error;
  }
}
