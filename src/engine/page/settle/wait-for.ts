import { EngineError } from '../../../children/index.ts';
import type { WaitFor } from '../../../contract/index.ts';
import type { Deadline } from '../../deadline.ts';
import type { ResourceWatch } from '../load/watch-resources.ts';
import { firstLine, hasNavigated } from '../open/call-inside.ts';
import type { Page } from '../open/page.ts';
import { buildWarnings } from '../open/warnings.ts';

const pollMs = 50;
const idleMs = 500;

/**
 * Waits for a condition of the request, without its own limit: the deadline names what of it is waited for. Throws `wait_failed` if
 * it cannot be evaluated.
 */
export async function waitFor(
  page: Page,
  { selector, expression, network_idle, delay_ms }: WaitFor,
  resources: ResourceWatch,
  deadline: Pick<Deadline, 'condition'>,
): Promise<void> {
  const { clean } = buildWarnings();
  const name = (condition: string) => {
    deadline.condition = clean(condition);
  };
  if (selector !== undefined) {
    name(`the selector ${selector}`);
    await waitForSelector(page, selector);
  }
  if (expression !== undefined) {
    name(`the expression ${expression}`);
    await waitForExpression(page, expression);
  }
  if (network_idle) {
    name('an idle network');
    await resources.idle(idleMs);
  }
  if (delay_ms !== undefined) {
    name(`a delay of ${delay_ms} ms`);
    await sleep(delay_ms);
  }
  deadline.condition = undefined;
}

async function waitForSelector(page: Page, selector: string): Promise<void> {
  await page.call('waitForSelector', selector).catch((error) => {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError('wait_failed', `${selector} is not a CSS selector.`);
  });
}

/** Evaluates in the page's own world, so that the expression sees its variables. Awaits a promise. */
async function waitForExpression(page: Page, expression: string): Promise<void> {
  for (;;) {
    try {
      const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: false,
      });
      if (exceptionDetails) {
        const { exception, text } = exceptionDetails;
        throw new EngineError('wait_failed', `The expression failed: ${firstLine(exception?.description ?? text)}`);
      }
      const isTrue = result.type === 'object' ? result.subtype !== 'null' : Boolean(result.value ?? result.objectId);
      if (isTrue) return;
    } catch (error) {
      if (!hasNavigated(error)) throw error;
    }
    await sleep(pollMs);
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
