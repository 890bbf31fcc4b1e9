import type { WidestContent } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { nameElement } from '../dom/elements.ts';

/** The element that reaches furthest to the right beyond a page of a width, and how far, in CSS pixels. Null if none does. */
export function measureWidest(width: number): WidestContent | null {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { width: ${width}px !important }`);
  doc.adoptedStyleSheets.push(sheet);
  try {
    const { scrollWidth } = dom(doc.documentElement);
    if (scrollWidth <= width + 1) return null;
    let widest: { element: Element; right: number } | undefined;
    for (const element of dom(doc.body)?.querySelectorAll('*') ?? []) {
      const { right } = dom(element).getBoundingClientRect();
      if (right > width + 1 && (widest === undefined || right > widest.right + 0.5)) widest = { element, right };
    }
    return { name: widest ? nameElement(widest.element) : 'the content', width: scrollWidth };
  } finally {
    doc.adoptedStyleSheets.pop();
  }
}
