import type { CutText, Excess } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { nameElement } from '../dom/elements.ts';

/** Texts that are looked at. */
const textLimit = 50_000;
/** CSS pixels by which letters may be beyond their box, and by which hidden text is. */
const tolerance = 2;

/**
 * The first text that the edge of a page cuts where its lines begin, on pages of a width in CSS pixels, beside which content has `room`. Chromium prints nothing there, nor does
 * it print smaller for it. Text all of which is beyond the edge is hidden, not cut. Null if there is none.
 */
export function findCutText(width: number, room = 0): { found: CutText | null; excess: Excess[] } {
  const { body } = doc;
  if (!body) return { found: null, excess: [] };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { width: ${width}px !important }`);
  doc.adoptedStyleSheets.push(sheet);
  try {
    const isMirrored = getComputedStyle(doc.documentElement).direction === 'rtl';
    // A narrower root is at the right of the view.
    const edge = isMirrored ? dom(doc.documentElement).clientWidth + room : -room;
    const texts = doc.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const range = doc.createRange();
    for (let count = 1; texts.nextNode(); count += 1) {
      if (count > textLimit) return { found: null, excess: [{ of: 'edgeTexts', limit: textLimit }] };
      const text = texts.currentNode;
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      const [beyond, within] = isMirrored ? [right - edge, edge - left] : [edge - left, right - edge];
      if (beyond <= tolerance || within <= tolerance) continue;
      const around = dom(text).parentElement;
      if (around && isShownThere(around, left, right, edge))
        return {
          found: { name: nameElement(around), cut: beyond, side: isMirrored ? 'right' : 'left' },
          excess: [],
        };
    }
    return { found: null, excess: [] };
  } finally {
    doc.adoptedStyleSheets.pop();
  }
}

/** Whether text from `left` to `right` in an element would be seen on both sides of an edge. */
function isShownThere(around: Element, left: number, right: number, edge: number): boolean {
  if (!dom(around).checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  let [start, end] = [left, right];
  for (let box: Element | null = around; box && box !== doc.body; box = dom(box).parentElement) {
    const { overflowX, clipPath, clip } = getComputedStyle(box);
    if (clip !== 'auto' || clipPath !== 'none') return false;
    if (overflowX === 'visible') continue;
    const { left: boxLeft, right: boxRight } = dom(box).getBoundingClientRect();
    start = Math.max(start, boxLeft);
    end = Math.min(end, boxRight);
  }
  return start < edge - tolerance && end > edge + tolerance;
}
