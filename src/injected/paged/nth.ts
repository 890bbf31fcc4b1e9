import type { UnsupportedCss } from '../calls.ts';
import { bleedProperty, marksProperty, nthMark } from '../names.ts';

/** A selector of pages that `:nth()` selects: the name before it, their index, the name of their group, and another pseudo-class. */
const selectorPattern = new RegExp(`^(.*)${nthMark}(m?\\d+)n(m?\\d+)(?:-of-([^:]+))?(:.*)?$`);

/** What would change which content is on a page, or its number: these depend on each other. */
const fixed = new RegExp(
  `^(?:size|page-orientation|margin|padding|border|counter-(?:reset|set|increment)|${bleedProperty}|${marksProperty})(?![a-z])`,
);
const harmless = /^border-.*color|^border-image|^border-.*radius/;

/** Rules for pages that `:nth()` selects, with their selectors. */
const rules = new Map<CSSPageRule, string>();

/** The name of pages in a selector that are known once the document is printed; undefined if it has none. */
export function readNth(selector: string): string | undefined {
  return selectorPattern.test(selector) ? selector.replace(/:.*$/, '') : undefined;
}

/** Leaves the decoration of pages to a rule, and reports the rest of it. */
export function keepDecoration(rule: CSSPageRule, report: (css: UnsupportedCss) => void): void {
  rules.set(rule, rule.selectorText);
  const names: Record<string, string> = { [bleedProperty]: 'bleed', [marksProperty]: 'marks' };
  const reported = new Set<string>();
  const unsupported = Array.from(rule.style as ArrayLike<string>).filter(
    (property) => fixed.test(property) && !harmless.test(property),
  );
  for (const property of unsupported) {
    const [, shorthand = property] = /^(margin|padding|border)-/.exec(property) ?? [];
    const value = rule.style.getPropertyValue(shorthand) || rule.style.getPropertyValue(property);
    const name = names[property] ?? (rule.style.getPropertyValue(shorthand) === '' ? property : shorthand);
    const css = { property: name, value, selector: `@page ${showSelector(rule.selectorText)}` };
    if (!reported.has(name)) report({ kind: 'declaration', ...css });
    reported.add(name);
  }
  for (const property of unsupported) rule.style.removeProperty(property);
}

/** A selector as its author wrote it. */
export function showSelector(selector: string): string {
  const [, name, step = '', offset = '', group, pseudo = ''] = selectorPattern.exec(selector) ?? [];
  if (name === undefined) return selector;
  const [steps, from] = [step, offset].map((number) => Number(number.replace('m', '-'))) as [number, number];
  const index = steps === 0 ? `${from}` : `${steps}n${from < 0 ? from : from > 0 ? `+${from}` : ''}`;
  return `${name}:nth(${index}${group === undefined ? '' : ` of ${group}`})${pseudo}`;
}

/**
 * Makes rules with some of these names style all pages of a pseudo-class, and others none: Chromium knows no lists of selectors, and with none, other
 * rules for these pages would win.
 */
export function applyNth(names: readonly string[], pseudo: string): void {
  for (const [rule, known] of rules) {
    // Its side of the sheet may have been swapped since.
    const selector = readNth(rule.selectorText) === undefined ? known : rule.selectorText;
    rules.set(rule, selector);
    const [, name = '', , , , own = `:${pseudo}`] = selectorPattern.exec(selector) ?? [];
    rule.selectorText = names.includes(readNth(selector) ?? '') ? `${name}${own}` : selector;
  }
}
