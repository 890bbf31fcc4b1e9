import { doc, dom } from '../dom/dom.ts';
import { setBoxes } from '../dom/slots.ts';
import { blankPage } from '../names.ts';

/** The elements whose children have blank pages between them. */
const hosts = new Set<Element>();

/** Whether blank pages are between the children of an element. */
export function hasBlanks(element: Element): boolean {
  return hosts.has(element);
}

/**
 * Sets a blank page before each place, and removes those that it has set before. They are in shadow trees between slots for the children of
 * an element, so that selectors such as `:nth-child()` mean what they did. If the document has rules for blank pages these follow them
 * (`hasRules`), else those of the page that comes next.
 */
export function setBlanks(places: readonly string[], hasRules: boolean): void {
  const starts = new Set<Element>();
  for (const place of places) {
    const start = doc.getElementById(decodeURIComponent(place));
    if (start) starts.add(start);
  }
  for (const start of starts) {
    const { parentElement } = dom(start);
    if (parentElement) hosts.add(parentElement);
  }
  for (const host of hosts) {
    if (!dom(host).isConnected) continue;
    // The page is that of a child without blank pages before it.
    setBoxes(host, (child) =>
      starts.has(child) ? makeBlank(hasRules ? blankPage : getComputedStyle(child).page) : undefined,
    );
  }
}

function makeBlank(page: string): Element {
  const blank = doc.createElementNS('http://www.w3.org/1999/xhtml', 'div');
  dom(blank).setAttribute('part', 'platen-blank');
  dom(blank).setAttribute('style', `display: block; break-before: page; break-after: page; height: 1px; page: ${page}`);
  return blank;
}
