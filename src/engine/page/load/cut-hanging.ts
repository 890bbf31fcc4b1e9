import type { EgressSession } from '../../../browser/index.ts';
import type { Deadline } from '../../deadline.ts';
import type { Page } from '../open/page.ts';

/** What is cut, and when. */
interface Cutting {
  deadline: Deadline;
  egress: EgressSession;
  /** Whether the page is a document of the request, which needs not arrive. */
  isDocument: boolean;
}

/** Milliseconds between two cuts: the browser asks once more over a connection that it had used before. */
const pauseMs = 250;

/**
 * Cuts the connections of a page once half of its time has passed and it is still not complete, so that it is printed without what it
 * waits for. That includes what DevTools requests again, which is no request of the page. A page that has not arrived itself, or waits for
 * the condition of the request, keeps its connections. Returns a function that ends it.
 */
export function cutHanging(page: Page, { deadline, egress, isDocument }: Cutting): () => void {
  let loader: string | undefined;
  let hasArrived = isDocument;
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== page.frame || isDocument) return;
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
    if (hasArrived && isWaiting) egress.cut();
    timer = setTimeout(cut, pauseMs);
  }
}
