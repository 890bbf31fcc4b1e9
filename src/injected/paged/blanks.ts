import { doc, dom } from '../dom/dom.ts';
import { blankPage } from '../names.ts';

/** Children of one slot. More cannot be given as arguments. */
const slotLimit = 10_000;

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
    const tree = dom(host).isConnected ? (dom(host).shadowRoot ?? openTree(host)) : undefined;
    if (tree === undefined) continue;
    const pages = new Map(
      [...dom(host).children]
        .filter((child) => starts.has(child))
        .map((child) => [child, getComputedStyle(child).page]),
    );
    tree.replaceChildren();
    fillTree(tree, host, (child) => {
      const page = pages.get(child);
      return page === undefined ? undefined : hasRules ? blankPage : page;
    });
  }
}

/** Fills the shadow tree of an element with slots for its children, and with a blank page before each child that has one. */
function fillTree(tree: ShadowRoot, host: Element, blankBefore: (child: Element) => string | undefined): void {
  let group: (Element | Text)[] = [];
  const fill = () => {
    const slot = doc.createElement('slot');
    tree.append(slot);
    slot.assign(...group);
    group = [];
  };
  for (const child of dom(host).childNodes) {
    const page = child instanceof Element ? blankBefore(child) : undefined;
    if (page !== undefined || group.length >= slotLimit) fill();
    if (page !== undefined) tree.append(makeBlank(page));
    if (child instanceof Element || child instanceof Text) group.push(child);
  }
  fill();
}

function openTree(host: Element): ShadowRoot | undefined {
  try {
    return dom(host).attachShadow({ mode: 'open', slotAssignment: 'manual' });
  } catch {
    // It has a closed tree.
    return undefined;
  }
}

function makeBlank(page: string): Element {
  const blank = doc.createElementNS('http://www.w3.org/1999/xhtml', 'div');
  dom(blank).setAttribute('part', 'platen-blank');
  dom(blank).setAttribute('style', `display: block; break-before: page; break-after: page; height: 1px; page: ${page}`);
  return blank;
}
