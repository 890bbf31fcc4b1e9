import type { PageRestart } from '../calls.ts';
import { type CssPart, replaceFunctions } from '../dom/css-values.ts';
import { sortElements } from '../dom/elements.ts';
import { walkAllRules } from '../dom/rules.ts';
import { numberPrefix, pageCounter } from '../names.ts';
import type { Reading } from '../reading/reading.ts';

const pageValue = /(?:^|\s)page(?:\s+(-?\d+))?(?=\s|$)/;

/** Whether a style sets the counter of pages. */
export function setsPage({
  counterReset,
  counterSet,
}: Pick<CSSStyleDeclaration, 'counterReset' | 'counterSet'>): boolean {
  return pageValue.test(counterReset) || pageValue.test(counterSet);
}

/** Whether the style of an `@page` rule changes how pages are counted. */
export function changesPage(style: CSSPageDescriptors): boolean {
  return setsPage(style) || pageValue.test(style.counterIncrement);
}

/** Reads the numbers that elements set for their pages, in the order of the document. `placeOf` gives the place of an element. */
export function readRestarts(elements: Iterable<Element>, placeOf: (element: Element) => string): PageRestart[] {
  return sortElements(elements).flatMap((element) => {
    const style = getComputedStyle(element);
    if (!setsPage(style) || style.display === 'none') return [];
    const [, number = '0'] = pageValue.exec(style.counterSet) ?? pageValue.exec(style.counterReset) ?? [];
    // Paper counts from 1, and so does a counter that is set again.
    return { place: placeOf(element), number: Math.max(1, Number(number)) };
  });
}

/**
 * Makes margin boxes show the number of each page by counter styles that give each page its number: in Chromium no element changes the
 * counter of pages. Returns the counter styles in which they show it, which are among the known ones.
 */
export function showRestarts(known: readonly string[], { report }: Reading): string[] {
  const styles = new Set<string>();
  walkAllRules((rule) => {
    if (!(rule instanceof CSSMarginRule) || !/\bcounters?\(/i.test(rule.style.content)) return;
    rule.style.content = replaceFunctions(rule.style.content, (part) => {
      const style = readPageNumber(part);
      if (style === undefined) return undefined;
      if (!known.includes(style)) {
        report({ kind: 'use', property: 'counter-reset', value: 'page', selector: part.text });
        return part.text;
      }
      styles.add(style);
      return `counter(${pageCounter}, ${numberPrefix}${style})`;
    });
  });
  return [...styles];
}

/** The counter style of a `counter()` or `counters()` that shows the number of the page. Undefined for anything else. */
function readPageNumber({ value, parts }: CssPart): string | undefined {
  const [counter, ...rest] = parts;
  if (!/^counters?$/.test(value) || counter?.text !== 'page') return undefined;
  if (!/^(?:comma string ?)?(?:comma ident)?$/.test(rest.map(({ kind }) => kind).join(' '))) return undefined;
  return rest.find(({ kind }) => kind === 'ident')?.text ?? 'decimal';
}
