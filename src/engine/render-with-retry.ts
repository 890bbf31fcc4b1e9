import type { BrowserKeeper, Lease } from './browser/browser-keeper.ts';
import { ConnectionClosed } from './browser/connection.ts';
import type { Browser } from './browser/launch-browser.ts';
import type { Deadline } from './deadline.ts';
import { EngineError } from './engine-error.ts';
import { PageCrashed } from './page-crashed.ts';
import type { RenderJob } from './render.ts';

/**
 * Does a piece of work with a browser, and once more with a living one if the browser or the page's process died under it.
 * Throws `browser_restarting` when that happens again; never tries again after the deadline.
 */
export async function renderWithRetry<T>(job: RenderJob, work: (browser: Browser) => Promise<T>): Promise<T> {
  const { deadline, keeper, starting } = job;
  for (let attempt = 1; ; attempt += 1) {
    await deadline.race(Promise.resolve(starting));
    const lease = await borrowInTime(keeper, deadline);
    try {
      return await work(lease.browser);
    } catch (error) {
      const died = error instanceof ConnectionClosed;
      if (!died && !(error instanceof PageCrashed)) throw error;
      if (attempt < 2) continue;
      throw died ? new EngineError('browser_restarting', 'Chromium died twice under this render.') : error;
    } finally {
      lease.end();
    }
  }
}

/** A browser within the deadline; one that comes too late is given back. */
export async function borrowInTime(keeper: BrowserKeeper, deadline: Deadline): Promise<Lease> {
  const borrowing = keeper.borrow();
  try {
    return await deadline.race(borrowing);
  } catch (error) {
    borrowing.then((lease) => lease.end()).catch(() => undefined);
    throw error;
  }
}
