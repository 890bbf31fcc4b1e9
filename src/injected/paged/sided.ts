import type { SidedBreak, UnsupportedCss } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { findingLimit, sortElements } from '../dom/elements.ts';
import { isInline } from '../dom/layout.ts';
import { namePlace } from '../dom/places.ts';
import { takesBoxes } from '../dom/slots.ts';
import { hasBlanks } from './blanks.ts';

const side = /^(?:left|right|recto|verso)$/;

/** Whether a style has a break for a side of the sheet (CSS Fragmentation 3, section 3.1). */
export function hasSidedBreak({ breakBefore, breakAfter }: CSSStyleDeclaration): boolean {
  return side.test(breakBefore) || side.test(breakAfter);
}

/**
 * Reads the breaks of elements for a side of the sheet; `rules` has the selector that asks for each. A break counts at the outermost box
 * that it begins. Returns those that can be set, in the order of the document, and those that cannot.
 */
export function readSided(rules: ReadonlyMap<Element, string>): { breaks: SidedBreak[]; unsided: UnsupportedCss[] } {
  const unsided = new Map<string, UnsupportedCss>();
  const sides = new Map<Element, string>();
  const set = (element: Element, start: Element | string, property: string, value: string) => {
    if (start instanceof Element && canBreak(start)) {
      sides.set(start, value);
      return;
    }
    const selector = rules.get(element) ?? '';
    unsided.set(`${property} ${value} ${selector}`, { kind: 'declaration', property, value, selector });
  };
  for (const element of sortElements(rules.keys())) {
    const { breakBefore, breakAfter } = getComputedStyle(element);
    // Nothing breaks around an element in a line.
    if (isOutermost(element) || !isInFlow(element) || isInline(element)) continue;
    if (side.test(breakBefore)) set(element, findStart(element), 'break-before', breakBefore);
    const next = side.test(breakAfter) ? findNext(element) : undefined;
    if (next !== undefined) set(element, next, 'break-after', breakAfter);
  }
  const firstSide = getComputedStyle(doc.body ?? doc.documentElement).direction === 'rtl' ? 'left' : 'right';
  const breaks = [...sides].map(([element, value], index) => ({
    place: namePlace(element, `side-${index}`),
    isOdd: value === 'recto' || value === firstSide,
    isStart: isOutermost(dom(element).parentElement) && findBeside(element, 'previousSibling') === undefined,
  }));
  return { breaks, unsided: [...unsided.values()].slice(0, findingLimit) };
}

function isOutermost(element: Element | null): boolean {
  return element === doc.body || element === doc.documentElement;
}

function isInFlow(element: Element): boolean {
  const { display, position, float } = getComputedStyle(element);
  return display !== 'none' && !/absolute|fixed/.test(position) && float === 'none';
}

/** The next thing beside a node that takes up room, in one direction: a node, or generated content. */
function findBeside(node: Node, direction: 'previousSibling' | 'nextSibling'): Node | string | undefined {
  for (let beside = dom(node)[direction]; beside; beside = dom(beside)[direction])
    if (beside instanceof Text ? beside.data.trim() !== '' : beside instanceof Element && isInFlow(beside))
      return beside;
  const { content } = getComputedStyle(
    dom(node).parentElement as Element,
    direction === 'previousSibling' ? '::before' : '::after',
  );
  return /^(?:none|normal)$/.test(content) ? undefined : content;
}

/** Whether a box is a block between whose children Chromium breaks as a break for a side means it. */
function isPlainBlock(box: Element): boolean {
  const { display, columnCount, columnWidth, overflowY } = getComputedStyle(box);
  if (!/^(?:block|flow-root|list-item)$/.test(display) || columnCount + columnWidth !== 'autoauto') return false;
  return isInFlow(box) && (isOutermost(box) || /^(?:visible|clip)$/.test(overflowY));
}

/** The outermost box that an element begins. */
function findStart(element: Element): Element {
  let start = element;
  for (
    let box = dom(start).parentElement;
    box && !isOutermost(box) && isPlainBlock(box);
    box = dom(start).parentElement
  ) {
    if (findBeside(start, 'previousSibling') !== undefined) break;
    start = box;
  }
  return start;
}

/** What comes after an element. */
function findNext(element: Element): Element | string | undefined {
  for (let last: Element | null = element; last && !isOutermost(last); last = dom(last).parentElement) {
    const next = findBeside(last, 'nextSibling');
    if (next !== undefined) return next instanceof Element ? next : '';
  }
  return undefined;
}

function canBreak(element: Element): boolean {
  const parent = dom(element).parentElement;
  if (!parent || (!takesBoxes(parent) && !hasBlanks(parent))) return false;
  // A place is found by its name.
  if (dom(element).id !== '' && doc.getElementById(dom(element).id) !== element) return false;
  for (let box: Element | null = parent; box && box !== doc.documentElement; box = dom(box).parentElement)
    if (!isPlainBlock(box)) return false;
  return isInFlow(element);
}
