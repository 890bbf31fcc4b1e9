import type { Deadline } from '../../deadline.ts';
import type { ResourceWatch } from '../load/watch-resources.ts';
import type { Page } from '../open/page.ts';
import type { PageWarning } from '../open/warnings.ts';
import { settleAnswers } from './settle-page.ts';

/** Windows to scroll through, at most. */
const windowLimit = 100;
/** Milliseconds that it takes, at most. */
const timeLimitMs = 10_000;

/** What is reported of a document that is too long. */
export const unscrolled: PageWarning = {
  code: 'lazy_unloaded',
  detail: `Scrolling ended after ${windowLimit} windows or ${timeLimitMs / 1000} seconds, and the page was still growing.`,
};

/**
 * Scrolls to the end of a page, waits for what that loads, and goes on while the page grows: within limits, because some grow without end. Returns
 * whether a limit ended it.
 */
export async function scrollThrough(
  page: Page,
  resources: ResourceWatch,
  { remainingMs }: Pick<Deadline, 'remainingMs'>,
): Promise<boolean> {
  const end = performance.now() + Math.min(timeLimitMs, remainingMs / 2);
  let seen = 0;
  let left = windowLimit;
  for (;;) {
    const scrolled = await page.call('scrollOn', seen, left);
    seen = scrolled.end;
    left -= scrolled.windows;
    const remaining = end - performance.now();
    await settleAnswers(page, resources, { mayDraw: true, rest: false }, { remainingMs: Math.max(0, remaining) });
    const height = await page.call('scrollBack');
    if (height <= seen) return false;
    if (left <= 0 || performance.now() >= end) return true;
  }
}
