import type { NumberedPages } from '../calls.ts';
import { doc } from '../dom/dom.ts';
import { walkAllRules } from '../dom/rules.ts';
import { pageCounter } from '../names.ts';

const otherSide = { left: 'right', right: 'left' } as const;

/**
 * Makes the page counters of a part count through the whole document. `counter-set` on the first page moves `counter(page)` of all pages.
 * `counter(pages)` cannot be set, so the total is written into the margin boxes. Chromium takes the first page of each part for a right one,
 * so after an odd number of pages the rules for left and right pages are swapped.
 */
export function applyPageNumbers({ before, number, totals }: NumberedPages): void {
  if (number !== 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page :first { counter-set: page ${number + 1} ${pageCounter} 1 }`);
    doc.adoptedStyleSheets.push(sheet);
  }
  if (before % 2 === 1) swapSides();
  if (totals) writeTotals(totals);
}

function swapSides(): void {
  walkAllRules((rule) => {
    if (!(rule instanceof CSSPageRule)) return;
    rule.selectorText = rule.selectorText.replace(/(?<=:)(left|right)\b/g, (side) => otherSide[side as 'left']);
  });
}

function writeTotals(totals: Readonly<Record<string, string>>): void {
  const pattern = /counters?\(\s*pages\s*(?:,\s*"[^"]*"\s*)?(?:,\s*([\w-]+)\s*)?\)/g;
  const write = (_whole: string, style: string) => `"${totals[style] ?? totals.decimal}"`;
  walkAllRules((rule) => {
    if (rule instanceof CSSMarginRule) rule.style.content = rule.style.content.replace(pattern, write);
  });
}
