import { doc, dom } from '../dom/dom.ts';
import { callMark, noteMark } from './marks.ts';

const replaced =
  /^(?:img|svg|canvas|video|audio|iframe|object|embed|input|button|select|textarea|meter|progress|math|hr)$/;

const styles = new WeakMap<Element, CSSStyleDeclaration>();

/** The computed style of an element, which follows all changes. */
export function styleOf(element: Element): CSSStyleDeclaration {
  const known = styles.get(element) ?? getComputedStyle(element);
  styles.set(element, known);
  return known;
}

/** Whether an element is part of the lines around it. */
export function isInLines(element: Element): boolean {
  return /^(?:inline|contents|ruby|ruby-text)$/.test(styleOf(element).display);
}

/** Whether no break divides an element. */
export function isUndivided(element: Element): boolean {
  return (
    replaced.test(dom(element).localName) ||
    /^inline-|^ruby/.test(styleOf(element).display) ||
    dom(element).hasAttribute(callMark)
  );
}

/** Whether an element takes no room in the text around it. */
export function isOut(element: Element): boolean {
  const { display, position } = styleOf(element);
  return display === 'none' || /absolute|fixed/.test(position) || dom(element).hasAttribute(noteMark);
}

/** The block that holds the lines of a node. */
export function blockOf(node: Node): Element {
  let block = dom(node).parentElement as Element;
  for (let around = dom(block).parentElement; around && isInLines(block); around = dom(block).parentElement)
    block = around;
  return block;
}

/** Whether a box is the body or the root element. */
export function isRoot(box: Element): boolean {
  return box === doc.body || box === doc.documentElement;
}

/** An element and the elements around it, up to the body, which is left out. */
export function* listAround(start: Element | null | undefined): Generator<Element> {
  for (let box = start; box && !isRoot(box); box = dom(box).parentElement) yield box;
}

/** Whether a box sets its text in columns. */
export function isColumned(box: Element): boolean {
  const { columnCount, columnWidth } = styleOf(box);
  return box !== doc.documentElement && columnCount + columnWidth !== 'autoauto';
}

const inFlow = new WeakMap<Element, boolean>();

/**
 * Whether a block is in the flow of the text alone: what comes after it in the document is not before it on paper. A box beside others,
 * such as a cell or a float, is not.
 */
export function isInFlow(block: Element): boolean {
  const known = inFlow.get(block);
  if (known !== undefined) return known;
  const { display, cssFloat, position, columnCount, columnWidth } = styleOf(block);
  const { parentElement: around } = dom(block);
  const isPlain = /^(?:block|list-item|flow-root)$/.test(display) && cssFloat === 'none' && position === 'static';
  // The root element has the columns that represent pages.
  const isWhole = block === doc.documentElement || (columnCount + columnWidth === 'autoauto' && around !== null);
  const found = isPlain && isWhole && (around === null || isInFlow(around));
  inFlow.set(block, found);
  return found;
}

/** Whether text in a box ends on a page for itself: beside other text, as that of a cell or a float, or in columns. */
export function isFlowRoot(box: Element): boolean {
  const { display, float } = styleOf(box);
  const { parentElement } = dom(box);
  const outer = parentElement ? styleOf(parentElement).display : '';
  if (isColumned(box)) return true;
  return isRoot(box) || display === 'table-cell' || float !== 'none' || /flex|grid/.test(outer);
}

/** The box whose text ends for itself, around a block. */
export function flowRootOf(block: Element): Element {
  let box = block;
  while (!isFlowRoot(box)) box = dom(box).parentElement as Element;
  return box;
}

/** The box that an absolute box is placed in (CSS Positioned Layout 3, section 2.1); undefined if that is the page. */
export function holderOf(note: Element): Element | undefined {
  for (let box = dom(note).parentElement; box && box !== doc.documentElement; box = dom(box).parentElement) {
    const { position, transform, filter, perspective, contain, willChange, backdropFilter, containerType } =
      styleOf(box);
    const isPlain = [transform, filter, perspective, backdropFilter].every((value) => value === 'none');
    if (position !== 'static' || !isPlain || containerType !== 'normal') return box;
    if (/paint|layout|strict|content/.test(contain) || /transform|filter|perspective/.test(willChange)) return box;
  }
  return undefined;
}

/** Whether nothing of a box is visible at the foot of a page, because what holds it clips it. */
export function isClipped(note: Element): boolean {
  for (const box of listAround(holderOf(note))) {
    const { overflowX, overflowY, clipPath, contain } = styleOf(box);
    if (overflowX + overflowY !== 'visiblevisible' || clipPath !== 'none') return true;
    if (/paint|strict|content/.test(contain)) return true;
  }
  return false;
}

/** The number of CSS pixels in a computed length; 0 for a keyword. */
export function px(length: string): number {
  return Number.parseFloat(length) || 0;
}

/** Whether a colour is fully transparent. */
export function isClear(color: string): boolean {
  return /^rgba\(.*, 0\)$|\/ 0\)$/.test(color);
}

/** Adds a style sheet to the document. */
export function addSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  doc.adoptedStyleSheets.push(sheet);
  return sheet;
}

/** Removes a style sheet that `addSheet` added. */
export function dropSheet(sheet: CSSStyleSheet): void {
  doc.adoptedStyleSheets.splice(doc.adoptedStyleSheets.indexOf(sheet), 1);
}
