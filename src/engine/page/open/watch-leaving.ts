import type { Page } from './page.ts';

/** Seconds that an empty document may stay before it sends itself to another. */
const refreshLimit = 1;

/** The navigations of a page's main frame. */
interface LeavingWatch {
  /** Whether the document loads, or is about to make way for another. */
  readonly isOnTheWay: boolean;
  /** Settles once it does neither. */
  arrived(): Promise<void>;
}

/** Watches for a document that sends itself to another, for instance by a `Refresh` field (HTML, section 3.2.2). */
export function watchLeaving(page: Page): LeavingWatch {
  let isScheduled = false;
  let isLoading = false;
  let arrive = () => {};
  const change = (scheduled: boolean, loading: boolean) => {
    isScheduled = scheduled;
    isLoading = loading;
    if (!scheduled && !loading) arrive();
  };
  page.on('Page.frameScheduledNavigation', ({ frameId, delay }) => {
    if (frameId === page.frame && delay <= refreshLimit) change(true, isLoading);
  });
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === page.frame) change(false, isLoading);
  });
  page.on('Page.frameStartedLoading', ({ frameId }) => {
    if (frameId === page.frame) change(isScheduled, true);
  });
  page.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (frameId === page.frame) change(isScheduled, false);
  });
  return {
    get isOnTheWay() {
      return isScheduled || isLoading;
    },
    async arrived() {
      if (!isScheduled && !isLoading) return;
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
    },
  };
}
