import { doc, dom } from '../dom/dom.ts';
import { drawFrame } from './rest.ts';

/** Scrolls on by windows, a frame each, to the end of the document, which may grow meanwhile. Returns where it ended, and how many there were. */
export async function scrollOn(from: number, windowLimit: number): Promise<{ end: number; windows: number }> {
  let windows = 0;
  let top = from;
  while (top < heightOf() && windows < windowLimit) {
    top += window.innerHeight;
    windows += 1;
    window.scrollTo({ top, behavior: 'instant' });
    await drawFrame(true);
  }
  return { end: Math.min(top, heightOf()), windows };
}

/** Scrolls back to the start of the document. Returns its height. */
export function scrollBack(): number {
  window.scrollTo({ top: 0, behavior: 'instant' });
  return heightOf();
}

function heightOf(): number {
  const root = doc.scrollingElement;
  return root === null ? 0 : dom(root).scrollHeight;
}
