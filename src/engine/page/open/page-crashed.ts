import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, ConnectionClosed, DevToolsError } from '../../../browser/index.ts';
import { EngineError } from '../../../children/index.ts';
import type { Page } from './page.ts';

/** The page's process died, but the browser lives. */
export class PageCrashed extends EngineError {
  constructor() {
    super(
      'page_failed',
      'The page crashed: it needs more memory than there is, or its elements are nested too deeply.',
    );
  }
}

/** Does the work, or throws when a listener fails or the page or its browser dies, which the work itself may never learn. */
export async function failOnDeath<T>(page: Page, browser: Browser, work: Promise<T>): Promise<T> {
  const crash = page.crashed.then(() => {
    throw new PageCrashed();
  });
  const death = page.closed.then(() => {
    throw new ConnectionClosed('the page is gone');
  });
  const fault = page.failed.then((error) => {
    if (error instanceof EngineError) throw error;
    throw new EngineError('internal', 'An event of the page could not be read.', {}, { cause: error });
  });
  try {
    return await Promise.race([work.catch(withholdRefusal), crash, death, fault]);
  } catch (error) {
    if (!(error instanceof ConnectionClosed) || !browser.isOpen) throw error;
    throw new EngineError('page_failed', 'The page closed itself.');
  }
}

/** Delays a refused command, because the refusal often arrives before the event that explains it: the page's death. */
async function withholdRefusal(error: Error): Promise<never> {
  if (error instanceof DevToolsError || error.cause instanceof DevToolsError) await sleep(deathNoticeMs);
  throw error;
}

/** Milliseconds after a refused command within which a death is reported. */
const deathNoticeMs = 300;
