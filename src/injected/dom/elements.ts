import { notePart, placePrefix } from '../names.ts';
import { dropPseudo } from './document.ts';
import { doc, dom } from './dom.ts';

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
  try {
    return [...doc.querySelectorAll<HTMLElement>(dropPseudo(whole, pseudo))];
  } catch {
    return [];
  }
}

/** Findings of a kind: one more than warnings list, so that these say that there are more. */
export const findingLimit = 51;

/** Characters of an id or a class. Warnings show less of it. */
const nameLimit = 200;

/** What a warning calls an element: its kind with its own id, or its first class. */
export function nameElement(element: Element): string {
  const { localName, id, classList } = dom(element);
  if (id && !id.startsWith(placePrefix)) return `${localName}#${id.slice(0, nameLimit)}`;
  return classList.length > 0 ? `${localName}.${classList[0]?.slice(0, nameLimit)}` : localName;
}

/** A family of a list as it is compared: without quotes, in lower case. */
export function plainFamily(family: string): string {
  return family.trim().replace(/^"|"$/g, '').toLowerCase();
}

/** Builds the function that says whether a list of families has none of those that `fonts` load. */
export function buildForeignTest(brought: ReadonlySet<string>): (stack: string) => boolean {
  return (stack) => !stack.split(',').some((family) => brought.has(plainFamily(family)));
}

/** The families of `@font-face` rules whose files did not fail. */
export function listBrought(fonts: Iterable<FontFace>): Set<string> {
  return new Set([...fonts].filter(({ status }) => status !== 'error').map(({ family }) => plainFamily(family)));
}
