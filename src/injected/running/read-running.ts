import type { Running, RunningElement, UnsupportedCss } from '../calls.ts';
import { readCssValue } from '../dom/css-values.ts';
import { doc, dom } from '../dom/dom.ts';
import { registerProperty, sortElements } from '../dom/elements.ts';
import { isInline, pageNameOf, readLead } from '../dom/layout.ts';
import { applies } from '../dom/rules.ts';
import { runningMark, runningProperty } from '../names.ts';
import type { PagedRules, Reading } from '../reading/reading.ts';

/** Counters that a running element may show. */
const counterLimit = 20;

/** A running element takes no room in the text, and has a place, so that the page is known on which it would be. */
const hidden = [
  'position: absolute; inset: auto; width: 0; height: 0; min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0',
  'visibility: hidden; overflow: hidden; contain: size layout paint; break-before: auto; break-after: auto',
]
  .join('; ')
  .replace(/;|$/g, ' !important;');

/** Reads which running elements a rule shows, alone in a margin box, and adds their counter styles to a set. */
export function readMarginElements(
  rule: CSSMarginRule | CSSStyleRule,
  found: Set<string>,
  report: (css: UnsupportedCss) => void,
): void {
  const { content } = rule.style;
  const [style] = content.match(/\bplaten-(?:first|last|first-except|start)-element-[^\s,)]+/g) ?? [];
  if (style === undefined) return;
  if (rule instanceof CSSMarginRule && /^counter\([^()]*\)$/.test(content)) {
    found.add(style);
    return;
  }
  const css = { property: 'content', value: 'element()' };
  if (rule instanceof CSSMarginRule) report({ kind: 'mixed', ...css, selector: `@${rule.name.replace('@', '')}` });
  else if (applies(rule)) report({ kind: 'declaration', ...css, selector: rule.selectorText });
  rule.style.content = 'none';
}

/** Takes running elements (CSS GCPM 3, section 1.3) out of the text, up to a limit. */
export function readRunning(rules: PagedRules, limit: number, reading: Reading): Running {
  const shown = new Set([...rules.marginElements].map(nameShown));
  const sheet = new CSSStyleSheet();
  const styles = [...rules.marginElements].map(
    (name) => `@counter-style ${name} { system: cyclic; symbols: ""; suffix: "" }`,
  );
  sheet.replaceSync(styles.join(' '));
  doc.adoptedStyleSheets.push(sheet);
  const elements = listRunning(rules, shown, limit, reading);
  sheet.insertRule(`[${runningMark}] { ${hidden} }`, sheet.cssRules.length);
  sheet.insertRule(`[${runningMark}] * { visibility: hidden !important }`, sheet.cssRules.length);
  const names = new Set(elements.map(({ name }) => name));
  for (const name of shown)
    if (!names.has(name)) reading.report({ kind: 'declaration', property: 'content', value: `element(${name})` });
  return {
    elements,
    names: elements.length > 0 || showsNames(rules) ? listNames(rules.named, reading) : [],
    isLeftFirst: getComputedStyle(doc.documentElement).direction === 'rtl',
    countsPages: rules.countsPages && elements.length > 0,
  };
}

/** Whether the numbers of pages, or their styles, may depend on their names. */
function showsNames({ numbersPages, stylesPages, pageResets, nth }: PagedRules): boolean {
  return numbersPages || stylesPages || pageResets.size + nth.size > 0;
}

/** The name of the element that a counter style represents. */
function nameShown(style: string): string {
  return style.replace(/^platen-.+?-element-/, '');
}

function listRunning(
  { moved, counters: shownCounters }: PagedRules,
  wanted: ReadonlySet<string>,
  limit: number,
  { counters, links, report }: Reading,
): RunningElement[] {
  if (moved.size === 0) return [];
  registerProperty(runningProperty);
  const running: RunningElement[] = [];
  if (shownCounters.size > counterLimit)
    report({ kind: 'count', property: 'counter()', value: 'position: running()', limit: counterLimit });
  for (const element of sortElements(moved)) {
    const style = getComputedStyle(element);
    const value = style.getPropertyValue(runningProperty).trim();
    // The element around it brings it along.
    if (value === '' || style.display === 'none' || dom(dom(element).parentElement)?.closest(`[${runningMark}]`))
      continue;
    const name = readName(value);
    const isWhole = element === doc.documentElement || element === doc.body;
    const css = { property: 'position', value: 'running()' };
    if (running.length >= limit) {
      report({ kind: 'limit', ...css, limit });
    } else if (isWhole || (element instanceof SVGElement && element.ownerSVGElement)) {
      report({ kind: 'declaration', ...css, selector: dom(element).localName });
    } else if (name === undefined || !wanted.has(name)) {
      // It stays in the text, where it is seen.
      report({ kind: 'declaration', property: 'position', value });
    } else {
      const texts = [...shownCounters]
        .slice(0, counterLimit)
        .map((counter) => ({ name: counter, text: counters.textOf(element, counter) }));
      const isLine = isInline(element);
      dom(element).setAttribute(runningMark, String(running.length));
      const place = links.linkToElement(element);
      running.push({ name, place, lead: readLead(element), counters: texts, isInline: isLine });
    }
  }
  return running;
}

/** The name in `running(name)` or `static(name)`. */
function readName(css: string): string | undefined {
  const [part] = readCssValue(css);
  return part && /^(?:running|static)$/.test(part.value) ? part.parts[0]?.text : undefined;
}

/** Where pages of a name begin, and where they end. */
function listNames(named: Iterable<Element>, { links }: Reading): Running['names'] {
  const starts = new Set<Element>();
  for (const element of named) {
    starts.add(element);
    const next = findNext(element);
    if (next) starts.add(next);
  }
  return sortElements(starts).map((element) => ({
    name: pageNameOf(element),
    place: links.linkToElement(element),
    lead: readLead(findInnermost(element)),
  }));
}

/** The innermost first child of an element: its margins are also those of the element. */
function findInnermost(element: Element): Element {
  let inner = element;
  for (let child: Element | null = inner; child; child = dom(inner).firstElementChild) inner = child;
  return inner;
}

/** The next element of the text after all of an element. A running element is out of the text, so no page begins with it. */
function findNext(element: Element): Element | null {
  let next: Element | null = element;
  do {
    while (next && !dom(next).nextElementSibling) next = dom(next).parentElement;
    next = dom(next)?.nextElementSibling ?? null;
  } while (next && (getComputedStyle(next).display === 'none' || dom(next).hasAttribute(runningMark)));
  return next;
}
