import type { PageChange } from '../calls.ts';
import { type CssPart, readCssValue, replaceFunctions } from '../dom/css-values.ts';
import { sortElements } from '../dom/elements.ts';
import { walkAllRules } from '../dom/rules.ts';
import { numberPrefix, pageCounter } from '../names.ts';
import type { Reading } from '../reading/reading.ts';

const pageValue = /(?:^|\s)page(?:\s+(-?\d+))?(?=\s|$)/;

/** The properties of a style that change counters. */
type CounterStyle = Pick<CSSStyleDeclaration, 'counterReset' | 'counterSet' | 'counterIncrement'>;

/** Whether the style of an element or of an `@page` rule changes the counter of pages. */
export function changesPage({ counterReset, counterSet, counterIncrement }: CounterStyle): boolean {
  return [counterReset, counterSet, counterIncrement].some((value) => pageValue.test(value));
}

/** Reads how elements change the numbers of their pages, in the order of the document. `placeOf` gives the place of an element. */
export function readRestarts(elements: Iterable<Element>, placeOf: (element: Element) => string): PageChange[] {
  return sortElements(elements).flatMap((element) => {
    const style = getComputedStyle(element);
    const change = style.display === 'none' ? undefined : readChange(style);
    return change === undefined ? [] : { place: placeOf(element), ...change };
  });
}

/** How a style changes the counter of pages: it is reset, incremented and set, in this order (CSS Lists 3, section 4). */
function readChange({
  counterReset,
  counterSet,
  counterIncrement,
}: CounterStyle): Omit<PageChange, 'place'> | undefined {
  const read = (value: string, usual: number) => {
    const found = pageValue.exec(value);
    return found ? Number(found[1] ?? usual) : undefined;
  };
  const add = read(counterIncrement, 1) ?? 0;
  const reset = read(counterReset, 0);
  const number = read(counterSet, 0) ?? (reset === undefined ? undefined : reset + add);
  // Paper counts from 1, and so does a counter that is set again.
  if (number !== undefined) return { kind: 'set', number: Math.max(1, number) };
  return add === 0 ? undefined : { kind: 'add', number: add };
}

/** Whether content shows the number of the page in another style than digits. */
export function stylesPage(content: string): boolean {
  if (!/\bcounters?\(\s*page\s*,/i.test(content)) return false;
  return readCssValue(content).some((part) => (readPageNumber(part) ?? 'decimal') !== 'decimal');
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
