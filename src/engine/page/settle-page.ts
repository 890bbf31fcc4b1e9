import { DevToolsError } from '../browser/connection.ts';
import { EngineError } from '../engine-error.ts';
import type { Page } from './page.ts';
import { settleScript, sizesScript } from './settle-script.ts';
import type { PageWarning } from './warnings.ts';

/** How long fonts may take after everything else has loaded. */
const fontLimitMs = 5000;

/** What there is to know of a page once it is complete. */
export interface SettledPage {
  warnings: PageWarning[];
  /** The page sizes that its `@page` rules name, as CSS. */
  sizes: string[];
}

/** Waits until a loaded page is complete, and where scripts may draw after its load event, until they have. */
export async function settlePage(page: Page, mayDraw: boolean): Promise<SettledPage> {
  type Settled = { inTime: boolean; sizes: string[] };
  const { inTime, sizes } = await evaluateInside<Settled>(page, `(${settleScript})(${fontLimitMs}, ${mayDraw})`);
  const late = { code: 'fonts_late', detail: `Fonts were not ready after ${fontLimitMs / 1000} s.` };
  return { warnings: inTime ? [] : [late], sizes };
}

/**
 * The same of a page that is complete and in which nothing can act. It is asked in the document's own world, where nobody
 * has changed anything either and which has to be made anyhow to leave the document; and before this returns.
 */
export async function settleStillPage(page: Page): Promise<SettledPage> {
  page.world = undefined;
  const { result } = await page.send('Runtime.evaluate', { expression: `(${sizesScript})()`, returnByValue: true });
  return { warnings: [], sizes: result.value };
}

/**
 * Evaluates an expression in the main frame, in a world of its own, and gives its value. A page that moves on meanwhile
 * gets the same expression in its next document.
 */
export async function evaluateInside<T>(page: Page, expression: string): Promise<T> {
  for (;;) {
    try {
      const { executionContextId } = await page.send('Page.createIsolatedWorld', {
        frameId: page.frame,
        worldName: 'platen',
      });
      page.world = executionContextId;
      const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
        expression,
        contextId: executionContextId,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new EngineError('wait_failed', firstLine(exceptionDetails.exception?.description));
      return result.value as T;
    } catch (error) {
      if (!isMovedOn(error)) throw error;
    }
  }
}

/** The first line of what a page's exception says about itself, cut to a fixed length. */
export function firstLine(description: string | undefined): string {
  return (description ?? 'The expression failed.').split('\n')[0]?.slice(0, 200) ?? '';
}

/** Whether a command failed because the page has gone on to another document. */
export function isMovedOn(error: unknown): boolean {
  return (
    error instanceof DevToolsError &&
    /context was destroyed|Cannot find context|navigated or closed|No frame for given id/.test(error.message)
  );
}
