import { EngineError } from '../../engine-error.ts';
import { type CalledPage, firstLine, hasNavigated } from './call-inside.ts';

/**
 * Evaluates an expression in an isolated world of the main frame and returns its value. When the page navigates meanwhile,
 * evaluates it again in the next document. Throws `wait_failed` with the page's exception.
 */
export async function evaluateInside<T>(page: CalledPage, expression: string): Promise<T> {
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
