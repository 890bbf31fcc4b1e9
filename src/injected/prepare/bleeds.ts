import { doc, dom } from '../dom/dom.ts';
import { pageNameOf } from '../dom/layout.ts';

/** CSS pixels by which a box is wider than the page before it counts as beyond its edge. */
const tolerance = 1;

/** Chromium prints all of a document smaller if something is wider than the page, unless the body cuts it off. The margin is beyond any paper. */
const uncut = `
  :root { overflow-x: clip !important }
  body { overflow-x: clip !important; overflow-clip-margin: 9999px !important }`;

/**
 * Lets boxes whose negative margins reach beyond the edges of their page be there without making all of the document smaller. `widths` are those of
 * the content of pages, in CSS pixels, by the names of pages. With `isPlaced`, boxes may also be placed there. Returns whether there are such boxes,
 * and nothing else that is too wide.
 */
export function spreadBleeds(widths: Readonly<Record<string, number>>, isPlaced = false): boolean {
  const { body } = doc;
  if (!body || [doc.documentElement, body].some((element) => getComputedStyle(element).overflowX !== 'visible'))
    return false;
  const found = Object.entries(widths).map(([name, width]) => findBleeds(body, name, width, isPlaced));
  if (!found.includes('bleeds') || found.includes('wide')) return false;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(uncut);
  doc.adoptedStyleSheets.push(sheet);
  return true;
}

/** What is beyond the edges of the pages of a name: boxes with negative margins, something else that is too wide, or nothing. */
function findBleeds(body: HTMLElement, name: string, width: number, isPlaced: boolean): 'bleeds' | 'wide' | undefined {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { width: ${width}px !important }`);
  doc.adoptedStyleSheets.push(sheet);
  try {
    const { left, right } = dom(doc.documentElement).getBoundingClientRect();
    const isMirrored = getComputedStyle(doc.documentElement).direction === 'rtl';
    const bleeding = new Set<Element>();
    for (const element of dom(body).querySelectorAll('*')) {
      const box = dom(element).getBoundingClientRect();
      const [before, after] = [left - box.left, box.right - right];
      if (Math.max(before, after) <= tolerance || pageNameOf(element) !== name) continue;
      const parent = dom(element).parentElement;
      if ((parent && bleeding.has(parent)) || hasNegativeMargin(element) || (isPlaced && isPlacedOutside(element)))
        bleeding.add(element);
      // Chromium makes room for what is beyond the end of lines, and none for what is beyond their start.
      else if ((isMirrored ? before : after) > tolerance) return 'wide';
    }
    return bleeding.size > 0 ? 'bleeds' : undefined;
  } finally {
    doc.adoptedStyleSheets.pop();
  }
}

function hasNegativeMargin(element: Element): boolean {
  const { marginLeft, marginRight } = getComputedStyle(element);
  return Number.parseFloat(marginLeft) < 0 || Number.parseFloat(marginRight) < 0;
}

function isPlacedOutside(element: Element): boolean {
  const { position, left, right } = getComputedStyle(element);
  return /^(?:absolute|fixed)$/.test(position) && (Number.parseFloat(left) < 0 || Number.parseFloat(right) < 0);
}
