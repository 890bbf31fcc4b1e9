import { doc, dom } from './dom.ts';

/** The name of the pages that an element is on (CSS Paged Media 3, section 6); empty for none. */
export function pageNameOf(element: Element): string {
  let box: Element | null = element;
  while (box instanceof Element) {
    const { page } = getComputedStyle(box);
    if (page !== 'auto') return page;
    const root: Node = dom(box).getRootNode();
    box = dom(box).parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return '';
}

/** What `measure` gives for each item while pages are as wide as `widthOf` the item, in CSS pixels. */
export function measureByWidth<T, R>(
  items: Iterable<T>,
  widthOf: (item: T) => number | undefined,
  measure: (item: T) => R | R[],
): R[] {
  const sheet = new CSSStyleSheet();
  doc.adoptedStyleSheets.push(sheet);
  const measured = [...Map.groupBy(items, widthOf)].flatMap(([width, group]) => {
    sheet.replaceSync(`:root { width: ${width}px !important }`);
    return group.flatMap((item) => measure(item));
  });
  doc.adoptedStyleSheets.pop();
  return measured;
}

/** Whether the text around an element is in other lines than its own. */
export function isApart(element: Element): boolean {
  const { display } = getComputedStyle(element);
  return dom(element).localName === 'br' || /^(?:block|flow-root|list-item|flex|grid|table)$/.test(display);
}

/** Whether an element is in the lines of the text around it. */
export function isInline(element: Element): boolean {
  return /^(?:inline|contents|ruby)/.test(getComputedStyle(element).display);
}

/** How far an element that starts a page is from the top of the page at most, in CSS pixels. */
export function readLead(element: Element): number {
  let lead = 0;
  for (let box: Element | null = element; box instanceof Element; box = dom(box).parentElement) {
    const { marginTop, borderTopWidth, paddingTop } = getComputedStyle(box);
    lead += Number.parseFloat(marginTop) || 0;
    if (box !== element) lead += Number.parseFloat(borderTopWidth) + Number.parseFloat(paddingTop) || 0;
    if (dom(box).previousElementSibling) break;
  }
  return lead;
}
