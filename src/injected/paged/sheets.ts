import type { BleedReach } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { walkAllRules } from '../dom/rules.ts';

/** Lengths that are relative to the height of a page. */
const ofPageHeight = /\d(?:[sld]?v(?:h|b|min|max))\b/i;

/** Properties of `@page` rules and of their boxes that are written in another style sheet. */
const written = ['size', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'];

/**
 * Whether boxes reach beyond the upper or the lower edge of their page, by negative margins or by their position, and what the document has that
 * depends on the height of its pages.
 */
export function findBleedReach(): BleedReach {
  const reaches = [...dom(doc.documentElement).querySelectorAll('*')].some(reachesUpOrDown);
  if (!reaches) return { reaches, obstacle: null };
  const { value } = (dom(doc.documentElement).computedStyleMap().get('height') ?? {}) as CSSKeywordValue;
  if (value !== 'auto') return { reaches, obstacle: 'rootHeight' };
  let hasUnits = [...doc.querySelectorAll('[style]')].some((element) =>
    ofPageHeight.test(dom(element).getAttribute('style') ?? ''),
  );
  let hasFixed = false;
  walkAllRules((rule) => {
    if (!(rule instanceof CSSStyleRule)) return;
    hasUnits ||= ofPageHeight.test(rule.style.cssText);
    hasFixed ||= rule.style.position === 'fixed';
  });
  return { reaches, obstacle: hasUnits ? 'units' : hasFixed ? 'fixed' : null };
}

function reachesUpOrDown(element: Element): boolean {
  const { position, top, bottom, marginTop, marginBottom } = getComputedStyle(element);
  const isBelow = (length: string) => Number.parseFloat(length) < 0;
  return isBelow(marginTop) || isBelow(marginBottom) || (position === 'absolute' && (isBelow(top) || isBelow(bottom)));
}

/**
 * Adds a style sheet for the sheets that pages are printed on. In Chromium, a less specific rule that is important wins over it, so these no longer
 * are. `padding` is kept free at both ends of each page, in CSS pixels, for what reaches beyond them.
 */
export function writeSheets(css: string, padding: number): void {
  walkAllRules((rule) => {
    if (!(rule instanceof CSSPageRule || rule instanceof CSSMarginRule)) return;
    const { style } = rule;
    for (const property of written)
      if (style.getPropertyPriority(property) === 'important')
        style.setProperty(property, style.getPropertyValue(property));
  });
  const sheet = new CSSStyleSheet();
  const clone = `padding-block: ${padding}px !important; box-decoration-break: clone !important`;
  sheet.replaceSync(padding > 0 ? `${css}\n:root { ${clone} }` : css);
  doc.adoptedStyleSheets.push(sheet);
}
