import type { BrowserSupervisor, Lease } from '../browser/browser-supervisor.ts';
import { ConnectionClosed } from '../browser/connection.ts';
import type { Browser } from '../browser/launch-browser.ts';
import type { Deadline } from '../deadline.ts';
import { EngineError } from '../engine-error.ts';
import { PageCrashed } from '../page/page-crashed.ts';
import type { RenderJob } from './render-job.ts';

/**
 * Does a piece of work with a browser, and once more with a living one if the browser or the page's process died under it.
 * Throws `browser_restarting` when that happens again; never tries again after the deadline.
 */
export async function renderWithRetry<T>(job: RenderJob, work: (browser: Browser) => Promise<T>): Promise<T> {
  const { deadline, supervisor, starting } = job;
  for (let attempt = 1; ; attempt += 1) {
    await deadline.race(Promise.resolve(starting));
    const lease = await borrowInTime(supervisor, deadline);
    let isBroken = false;
    try {
      return await work(lease.browser);
    } catch (error) {
      // A page may be only the first to go.
      isBroken = error instanceof PageCrashed && !lease.browser.isWhole();
      if (!isDeath(error)) throw error;
      const died = isBroken || error instanceof ConnectionClosed;
      if (attempt < 2) continue;
      throw died ? new EngineError('browser_restarting', 'Chromium died twice under this render.') : error;
    } finally {
      lease.end(isBroken);
    }
  }
}

/** Whether the page or the browser died, so that another one may do better. */
export function isDeath(error: unknown): boolean {
  return error instanceof ConnectionClosed || error instanceof PageCrashed;
}

/** A browser within the deadline; one that comes too late is given back. */
export async function borrowInTime(supervisor: BrowserSupervisor, deadline: Deadline): Promise<Lease> {
  const borrowing = supervisor.borrow();
  try {
    return await deadline.race(borrowing);
  } catch (error) {
    borrowing.then((lease) => lease.end()).catch(() => undefined);
    throw error;
  }
}
