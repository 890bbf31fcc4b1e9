import { notePart } from '../names.ts';
import { doc } from './dom.ts';

/**
 * Elements in the order of the document. All elements of the document are walked: comparing two of many siblings takes a look at all
 * that are between them.
 */
export function sortElements(elements: Iterable<Element>): Element[] {
  const wanted = new Set(elements);
  return wanted.size === 0 ? [] : [...doc.querySelectorAll('*')].filter((element) => wanted.has(element));
}

/** Makes a property of platen's that no element inherits. */
export function registerProperty(name: string): void {
  try {
    CSS.registerProperty({ name, inherits: false });
  } catch {
    // It is registered already.
  }
}

/** What generated content and the parts of a footnote are asked of: their element. */
const pseudo = new RegExp(
  String.raw`::?(?:before|after|marker|first-line|first-letter)\b|::part\(${notePart}-(?:call|marker)\)`,
  'g',
);

/** The elements of the document that a rule is for, or those that a selector in its place is for. */
export function findElements(rule: CSSStyleRule, selector = rule.selectorText): HTMLElement[] {
  // A nested selector depends on those around it.
  let whole = selector;
  for (let outer = rule.parentRule; outer; outer = outer.parentRule) {
    if (outer instanceof CSSStyleRule) whole = whole.replaceAll('&', `:is(${outer.selectorText})`);
  }
  const bare = whole.replace(pseudo, '').replace(/(^|,)\s*(?=,|$)/g, '$1*');
  try {
    return [...doc.querySelectorAll<HTMLElement>(bare)];
  } catch {
    return [];
  }
}
