import type { UnsupportedCss } from '../calls.ts';
import { findSelected } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { findingLimit, nameElement } from '../dom/elements.ts';
import { applies, walkAllRules } from '../dom/rules.ts';
import { setBoxes, takesBoxes } from '../dom/slots.ts';

const forced = /^(?:page|left|right|recto|verso)$/;

/**
 * Makes floats start and end pages: Chromium breaks only before and after boxes of the flow (CSS Fragmentation 3, section 3.1). A box of the
 * flow without height has the break. Returns the breaks that cannot be.
 */
export function breakFloats(): UnsupportedCss[] {
  const failed = new Map<string, UnsupportedCss>();
  const starts = new Map<Element, Set<Element>>();
  for (const float of listFloats()) {
    const { breakBefore, breakAfter } = getComputedStyle(float);
    const places = [
      ['break-before', breakBefore, float],
      ['break-after', breakAfter, forced.test(breakAfter) ? findNext(float) : undefined],
    ] as const;
    for (const [property, value, start] of places) {
      if (!forced.test(value) || !start) continue;
      const parent = dom(start).parentElement;
      if (parent && takesBoxes(parent) && isBlock(parent))
        starts.set(parent, (starts.get(parent) ?? new Set()).add(start));
      else
        failed.set(`${property} ${nameElement(float)}`, {
          kind: 'declaration',
          property,
          value,
          selector: nameElement(float),
        });
    }
  }
  for (const [parent, children] of starts)
    setBoxes(parent, (child) => (children.has(child) ? makeBreak(child) : undefined));
  return [...failed.values()].slice(0, findingLimit);
}

/** Floats whose rules or styles force a break. */
function listFloats(): Set<HTMLElement> {
  const elements = new Set<HTMLElement>();
  walkAllRules((rule) => {
    if (!(rule instanceof CSSStyleRule) || !applies(rule)) return;
    if (forced.test(rule.style.breakBefore) || forced.test(rule.style.breakAfter))
      for (const element of findSelected(rule.selectorText)) elements.add(element);
  });
  for (const element of findSelected('[style*="break-" i]')) elements.add(element);
  return new Set([...elements].filter(isFloat));
}

function isFloat(element: HTMLElement): boolean {
  const { float, display, position } = getComputedStyle(element);
  const parent = dom(element).parentElement;
  // Items of flexible boxes and of grids do not float.
  return float !== 'none' && display !== 'none' && !/absolute|fixed/.test(position) && !!parent && !isItem(parent);
}

function isItem(parent: Element): boolean {
  return /flex|grid/.test(getComputedStyle(parent).display);
}

function isBlock(element: Element): boolean {
  return /^(?:block|flow-root|list-item)$/.test(getComputedStyle(element).display);
}

/** The element that comes after another one, in its box or in one around. */
function findNext(element: Element): Element | undefined {
  for (let last: Element | null = element; last && last !== doc.body; last = dom(last).parentElement) {
    for (let next = dom(last).nextElementSibling; next; next = dom(next).nextElementSibling)
      if (getComputedStyle(next).display !== 'none') return next;
  }
  return undefined;
}

/**
 * A box of the flow with a break before it. After nothing but floats it needs another box before it; else its break is that of its parent, and none
 * at the start of the document.
 */
function makeBreak(child: Element): Element {
  const boxes = makeBox('display: contents');
  if (hasBefore(child)) dom(boxes).append(makeBox('display: flow-root; height: 0'));
  dom(boxes).append(makeBox('display: block; height: 0; break-before: page'));
  return boxes;
}

function makeBox(css: string): Element {
  const box = doc.createElementNS('http://www.w3.org/1999/xhtml', 'div') as HTMLElement;
  dom(box).style.cssText = css;
  return box;
}

/** Whether anything in its parent is shown before a child. */
function hasBefore(child: Element): boolean {
  for (let node = dom(child).previousSibling; node; node = dom(node).previousSibling)
    if (
      node instanceof Element ? getComputedStyle(node).display !== 'none' : node instanceof Text && /\S/.test(node.data)
    )
      return true;
  return false;
}
