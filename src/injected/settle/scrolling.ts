import type { CutBox } from '../calls.ts';
import { findSelected, listShadowRoots } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { findingLimit, nameElement } from '../dom/elements.ts';
import { measureByWidth, pageNameOf } from '../dom/layout.ts';
import { walkAllRules, walkSheet } from '../dom/rules.ts';

/** The boxes of the document, and of shadow trees, that scroll (CSS Overflow 3, section 2). */
export function listScrolling(roots: readonly ShadowRoot[]): HTMLElement[] {
  const boxes = new Set<HTMLElement>();
  const read = (root: Document | ShadowRoot) => (rule: CSSRule) => {
    if (!(rule instanceof CSSStyleRule) || !/auto|scroll/.test(rule.style.overflowX + rule.style.overflowY)) return;
    for (const element of findSelected(rule.selectorText, root)) boxes.add(element);
  };
  walkAllRules(read(document));
  for (const root of roots) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) walkSheet(sheet, read(root));
  }
  for (const root of [document, ...roots]) {
    for (const element of findSelected('[style*="overflow" i], textarea', root)) boxes.add(element);
  }
  const isOfPage = buildPageTest();
  return [...boxes].filter((element) => !isOfPage(element) && scrolls(element));
}

/** The overflow of the body is that of the whole page, unless the root has one itself. A script may have removed all. */
function buildPageTest(): (element: Element) => boolean {
  const whole = doc.documentElement as Element | null;
  const overflow = whole && getComputedStyle(whole);
  const isVisible = overflow?.overflowX === 'visible' && overflow.overflowY === 'visible';
  return (element) => element === whole || (dom(element).localName === 'body' && isVisible);
}

function scrolls(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return /auto|scroll/.test(overflowX + overflowY);
}

/** Whether an element would be seen if there was room for all of it. */
function isSeen(element: Element): boolean {
  const { clientWidth, clientHeight } = dom(element);
  const { right, bottom } = dom(element).getBoundingClientRect();
  if (clientWidth < 2 || clientHeight < 2 || right <= 0 || bottom <= 0) return false;
  return dom(element).checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

/** Those of some boxes of which a part is not on paper, because paper does not scroll. */
export function listCut(boxes: readonly Element[]): CutBox[] {
  const cut: CutBox[] = [];
  for (const element of boxes) {
    if (cut.length >= findingLimit) break;
    const { overflowX, overflowY } = getComputedStyle(element);
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = dom(element);
    const isTall = isOver(overflowY, scrollHeight, clientHeight);
    if ((!isTall && !isOver(overflowX, scrollWidth, clientWidth)) || !isSeen(element)) continue;
    const name = nameElement(element);
    cut.push(
      isTall
        ? { name, shown: clientHeight, all: scrollHeight, side: 'height' }
        : { name, shown: clientWidth, all: scrollWidth, side: 'width' },
    );
  }
  return cut;
}

function isOver(overflow: string, all: number, shown: number): boolean {
  return /auto|scroll/.test(overflow) && shown > 0 && all > shown + 2;
}

/** Lists the boxes that scroll on pages of these `widths`, in CSS pixels, by the names of pages. */
export function findCutBoxes(widths: Record<string, number>): CutBox[] {
  const widthOf = (element: Element) => widths[pageNameOf(element)] ?? widths[''];
  return measureByWidth(listScrolling(listShadowRoots()), widthOf, (element) => listCut([element])).slice(
    0,
    findingLimit,
  );
}
