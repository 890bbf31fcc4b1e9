import type { NumberedPages } from '../calls.ts';
import { doc } from '../dom/dom.ts';
import { walkAllRules } from '../dom/rules.ts';
import { pageCounter } from '../names.ts';

const otherSide = { left: 'right', right: 'left' } as const;

/** What sets the number of the first page, once it has one, and whether the rules for left and right pages are swapped. */
let numbering: CSSStyleSheet | undefined;
let isSwapped = false;

/**
 * Makes the page counters of a part count through the whole document. `counter-set` on the first page moves `counter(page)` of all pages.
 * `counter(pages)` cannot be set, so the total is written into the margin boxes. Chromium takes the first page of each part for a right one,
 * so after an odd number of pages the rules for left and right pages are swapped. May be called again with other numbers; the total is
 * written once.
 */
export function applyPageNumbers({ before, number, totals }: NumberedPages): void {
  if (number !== 0 && numbering === undefined) {
    numbering = new CSSStyleSheet();
    doc.adoptedStyleSheets.push(numbering);
  }
  numbering?.replaceSync(number === 0 ? '' : `@page :first { counter-set: page ${number + 1} ${pageCounter} 1 }`);
  if (isSwapped !== (before % 2 === 1)) swapSides();
  isSwapped = before % 2 === 1;
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
  const write = (_whole: string, style: string) => `"${Object.hasOwn(totals, style) ? totals[style] : totals.decimal}"`;
  walkAllRules((rule) => {
    if (rule instanceof CSSMarginRule) rule.style.content = rule.style.content.replace(pattern, write);
  });
}
