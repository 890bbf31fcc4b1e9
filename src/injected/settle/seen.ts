// Everything is seen once: what a document shows or loads only once it is scrolled into view would be missing on paper.
import { doc, dom } from '../dom/dom.ts';

/** Windows that a pass scrolls through, at most. */
const windowLimit = 100;
/** Passes through a document, at most: one more for what observes parts that were added since. */
const passLimit = 3;

let passes = 0;

/**
 * Runs in the page's own world: has the event `seeEvent` be cancelled if scripts have begun, since the last such event, to watch what is in
 * view (Intersection Observer, section 3.4) or to listen to scrolling.
 */
export function noteWatching(seeEvent: string): void {
  const { apply } = Reflect;
  const { preventDefault } = Event.prototype;
  let watches = false;
  const hook = (owner: object, name: string, isWatching: (args: unknown[]) => boolean) => {
    const functions = owner as Record<string, (...args: unknown[]) => unknown>;
    functions[name] = new Proxy(functions[name] as (...args: unknown[]) => unknown, {
      apply(target, self, args) {
        watches ||= isWatching(args);
        return apply(target, self, args);
      },
    });
  };
  hook(IntersectionObserver.prototype, 'observe', () => true);
  hook(EventTarget.prototype, 'addEventListener', ([type]) => type === 'scroll');
  let hasHandler = false;
  doc.addEventListener(seeEvent, (event) => {
    const isNew = !hasHandler && (window.onscroll !== null || doc.onscroll !== null);
    hasHandler ||= isNew;
    if (watches || isNew) apply(preventDefault, event, []);
    watches = false;
  });
}

/**
 * Scrolls through the document by windows, a frame each, and back to its start, if its scripts, or those of one of its frames, watch what is
 * in view. `documents` are its own and those of its frames. What is beyond the limit is not seen. Returns whether anything is. A document
 * that fits into its window is seen without scrolling.
 */
export async function seeAll(
  documents: readonly Document[],
  seeEvent: string,
  drawFrame: () => Promise<boolean>,
): Promise<boolean> {
  const root = doc.scrollingElement;
  const sent = documents.map((inner) => dom(inner).dispatchEvent(new Event(seeEvent, { cancelable: true })));
  const isWatched = sent.includes(false);
  if (!root || !isWatched || passes >= passLimit) return false;
  const { scrollHeight, scrollTop, scrollLeft } = dom(root);
  const height = window.innerHeight;
  if (scrollHeight <= height) return false;
  passes += 1;
  const end = Math.min(scrollHeight, height * windowLimit);
  for (let top = height; top < end; top += height) {
    window.scrollTo({ top, left: scrollLeft, behavior: 'instant' });
    if (!(await drawFrame())) break;
  }
  window.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' });
  await drawFrame();
  return end < scrollHeight;
}
