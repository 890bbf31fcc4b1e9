import type { RunTimers, Settled, SettleOptions } from '../calls.ts';
import { listShadowRoots } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { nameSeeEvent, nameTimerEvents } from '../names.ts';
import { requestBoxFonts } from './box-fonts.ts';
import { drawFrame, waitForRest } from './rest.ts';
import { seeAll } from './seen.ts';
import surveyPage from './survey-page.ts';

/**
 * Waits for images that scripts have added, for the fonts that layout requests, and then until nothing moves, if `rest` asks for it. If
 * scripts may draw, at least two frames pass. Does not wait for decoding, because printing decodes what it needs.
 */
export async function settleDocument({ fontLimit, mayDraw, rest, stepEvent }: SettleOptions): Promise<Settled> {
  const hasUnseen =
    rest && mayDraw && (await seeAll(listDocuments(), nameSeeEvent(stepEvent), () => drawFrame(mayDraw)));
  const documents = listDocuments();
  const images = documents.flatMap((inner) => [...dom(inner).images]);
  await Promise.all(images.filter((image) => !image.complete).map(untilLoaded));
  // Layout requests the fonts, so force one. A script may have removed the root.
  for (const inner of documents) dom(dom(inner).documentElement as Element | null)?.getBoundingClientRect();
  const boxFonts = requestBoxFonts();
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, fontLimit, false));
  const fonts = Promise.all(documents.map((inner) => dom(inner).fonts.ready)).then(() => true);
  const inTime = await Promise.race([fonts, late]);
  const moves = rest && (await waitForRest(listDocuments, { mayDraw, stepEvent }));
  const roots = listShadowRoots();
  const hasTimers = mayDraw && sendToClocks(nameTimerEvents(stepEvent).ask);
  const survey = surveyPage([...doc.fonts], roots);
  return {
    inTime,
    moves,
    hasTimers,
    hasUnseen,
    hasShadows: roots.length > 0,
    ...survey,
    excess: [...survey.excess, ...boxFonts],
  };
}

/** Runs the timers that are due next; see replaceClock. */
export async function runTimers(stepEvent: string): Promise<RunTimers> {
  const { move, ask } = nameTimerEvents(stepEvent);
  const moved = sendToClocks(move);
  // Those of the page are due before this one.
  if (moved) await new Promise((resolve) => setTimeout(resolve));
  // What they have asked for by now is known before this returns.
  return { moved, hasTimers: sendToClocks(ask) };
}

/** Sends an event to the clocks of all documents. Returns whether one of them answered by cancelling it. */
function sendToClocks(name: string): boolean {
  const sent = listDocuments().map((inner) => dom(inner).dispatchEvent(new Event(name, { cancelable: true })));
  return sent.includes(false);
}

/** The document and those of its frames that it may read. */
function listDocuments(): Document[] {
  const documents = [document];
  for (const inner of documents) {
    for (const frame of dom(inner).querySelectorAll('iframe')) {
      if (frame.contentDocument) documents.push(frame.contentDocument);
    }
  }
  return documents;
}

/** Waits until an element has loaded, or failed to. */
export function untilLoaded(element: Element): Promise<unknown> {
  return new Promise((resolve) => {
    dom(element).addEventListener('load', resolve, { once: true });
    dom(element).addEventListener('error', resolve, { once: true });
  });
}

/** Waits for an element that matches a selector. Throws if the selector is invalid. */
export function waitForSelector(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (doc.querySelector(selector) === null) return;
      watch.disconnect();
      resolve();
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, attributes: true });
    look();
  });
}

/**
 * Whether the document is empty, as after an answer without a body: no content, and nothing that could add some. A picture of SVG has
 * neither head nor body.
 */
export function isEmptyDocument(): boolean {
  const root = doc.documentElement as Element | null;
  if (root === null || dom(root).localName !== 'html') return false;
  return !dom(doc.head)?.hasChildNodes() && !dom(doc.body)?.hasChildNodes();
}
