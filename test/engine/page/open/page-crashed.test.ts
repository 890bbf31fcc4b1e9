import { expect, test } from 'vitest';
import type { Browser } from '../../../../src/browser/chromium/launch-browser.ts';
import { EngineError } from '../../../../src/children/engine-error.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { failOnDeath } from '../../../../src/engine/page/open/page-crashed.ts';

const never = new Promise<never>(() => undefined);
const browser = { isOpen: true } as Browser;

/** A page that lives, one of whose listeners has thrown. */
function failedWith(error: unknown): Page {
  return { crashed: never, closed: never, failed: Promise.resolve(error) } as unknown as Page;
}

test('a listener that throws fails the work on its page, with a code and the cause for the log', async () => {
  const cause = new TypeError('Invalid URL');
  await expect(failOnDeath(failedWith(cause), browser, never)).rejects.toMatchObject({ code: 'internal', cause });
});

test('an error that has a code keeps it', async () => {
  const error = new EngineError('page_failed', 'The page sent too much.');
  await expect(failOnDeath(failedWith(error), browser, never)).rejects.toBe(error);
});
