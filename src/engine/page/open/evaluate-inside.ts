import { DevToolsError } from '../../browser/connection.ts';
import { EngineError } from '../../engine-error.ts';
import type { Page } from './page.ts';

/**
 * Evaluates an expression in an isolated world of the main frame and returns its value. When the page navigates meanwhile,
 * evaluates it again in the next document. Throws `wait_failed` with the page's exception.
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
      if (!hasNavigated(error)) throw error;
    }
  }
}

/** The first line of an exception's description, at most 200 characters. */
export function firstLine(description: string | undefined): string {
  return (description ?? 'The expression failed.').split('\n')[0]?.slice(0, 200) ?? '';
}

/** Whether a command failed because the page navigated to another document. */
export function hasNavigated(error: unknown): boolean {
  return (
    error instanceof DevToolsError &&
    /context was destroyed|Cannot find context|navigated or closed|No frame for given id/.test(error.message)
  );
}
