import type { Page } from '../open/page.ts';
import type { PageJob } from '../page-job.ts';

/** Milliseconds between two cuts: the browser asks once more over a connection that it had used before. */
const pauseMs = 250;

/**
 * Cuts the connections of a page once half of its time has passed and it is still not complete, so that it is printed without what it waits
 * for: among that is what DevTools asks for again, which is no request of the page. A page that has not arrived itself, or waits for the condition of the request, is left alone. Returns a function that ends it.
 */
export function cutHanging(
  page: Page,
  { deadline, pages, source }: Pick<PageJob, 'deadline' | 'pages' | 'source'>,
): () => void {
  let loader: string | undefined;
  let hasArrived = source.kind === 'document';
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== page.frame || source.kind === 'document') return;
    loader = frame.loaderId;
    hasArrived = false;
  });
  page.on('Network.loadingFinished', ({ requestId }) => {
    if (requestId === loader) hasArrived = true;
  });
  const half = deadline.remainingMs / 2;
  let timer = setTimeout(cut, half);
  return () => clearTimeout(timer);

  function cut(): void {
    const isWaiting = deadline.stage === 'load' || (deadline.stage === 'wait' && deadline.condition === undefined);
    if (hasArrived && isWaiting) pages.egress.cut();
    timer = setTimeout(cut, pauseMs);
  }
}
