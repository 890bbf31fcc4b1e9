import type { UnsupportedCss } from '../calls.ts';
import { readCssValue } from '../dom/css-values.ts';
import { doc, dom } from '../dom/dom.ts';
import { findElements } from '../dom/elements.ts';
import { applies, walkAllRules } from '../dom/rules.ts';
import {
  blankPage,
  bookmarkPrefix,
  floatProperty,
  notePart,
  nthMark,
  pageCounter,
  runningProperty,
  stringProperty,
  unsupportedPrefix,
} from '../names.ts';
import type { PagedRules } from '../reading/reading.ts';
import { readMarginElements } from '../running/read-running.ts';
import { isUsualBookmark } from './bookmarks.ts';
import { keepDecoration, readNth, showSelector } from './nth.ts';
import { changesPage, stylesPage } from './restarts.ts';
import { hasSidedBreak } from './sided.ts';

/** Reads the rules of a document, and the `style` of its elements. `effects` are the properties that have no effect on margin boxes. */
export function readPagedRules(effects: readonly string[], report: (css: UnsupportedCss) => void): PagedRules {
  const rules: PagedRules = {
    setters: new Set(),
    floated: new Set(),
    moved: new Set(),
    bookmarked: new Set(),
    hasBookmarks: false,
    noteResets: new Set(),
    pageResets: new Set(),
    named: new Set(),
    sided: new Map(),
    noted: [],
    shown: [],
    strings: new Set(),
    marginElements: new Set(),
    counters: new Set(),
    countsPages: false,
    numbersPages: false,
    stylesPages: false,
    hasBlankRules: false,
    countsNotesByPage: false,
    increment: pageCounter,
    nth: new Set(),
  };
  walkAllRules((rule) => {
    if (rule instanceof CSSPageRule) readPageRule(rule, rules, report);
    else if (rule instanceof CSSMarginRule) readMarginRule(rule, effects, rules, report);
    else if (rule instanceof CSSStyleRule) readStyleRule(rule, rules, report);
  });
  const styled = '[style*="--platen-"], [style*="break-" i], [style*="page" i], [style*="counter-" i]';
  for (const element of doc.querySelectorAll<HTMLElement>(styled))
    readStyle(dom(element).style, 'style', () => [element], rules, report);
  return rules;
}

/** A `counter-increment` that increments nothing. */
const noIncrement = /^(?:none|initial|inherit|unset|revert|revert-layer)$/;

function readPageRule(rule: CSSPageRule, rules: PagedRules, report: (css: UnsupportedCss) => void): void {
  if (rule.selectorText.includes(nthMark)) rule.selectorText = chooseSides(rule.selectorText);
  const nth = readNth(rule.selectorText);
  if (nth !== undefined) {
    keepDecoration(rule, report);
    rules.nth.add(nth);
  }
  const { style, selectorText } = rule;
  // With a variable, all of a background is one declaration.
  const [gradient] = /[-\w]+-gradient(?=\()/.exec(style.backgroundImage + style.background) ?? [];
  if (gradient) {
    const selector = `@page ${showSelector(selectorText)}`.trim();
    report({ kind: 'declaration', property: 'background', value: `${gradient}()`, selector });
  }
  if (selectorText.includes(blankPage)) rules.hasBlankRules = true;
  if (/\bfootnote\b/.test(style.counterReset)) rules.countsNotesByPage = true;
  if (changesPage(style)) rules.numbersPages = true;
  const { counterIncrement } = style;
  if (counterIncrement === '') return;
  const counted = noIncrement.test(counterIncrement) ? pageCounter : `${counterIncrement} ${pageCounter}`;
  style.setProperty('counter-increment', counted, style.getPropertyPriority('counter-increment'));
  if (selectorText === '') rules.increment = style.counterIncrement;
}

/** Selectors of pages with sides in place of even and odd ones. The first page is a right one, unless text runs from right to left. */
function chooseSides(selector: string): string {
  const [odd, even] =
    getComputedStyle(doc.documentElement).direction === 'rtl' ? [':left', ':right'] : [':right', ':left'];
  return selector.replaceAll(`${nthMark}odd`, odd).replaceAll(`${nthMark}even`, even);
}

function readMarginRule(
  rule: CSSMarginRule,
  effects: readonly string[],
  rules: PagedRules,
  report: (css: UnsupportedCss) => void,
): void {
  for (const property of effects) {
    const value = rule.style.getPropertyValue(property);
    if (/^(?:|none|normal|1)$/.test(value)) continue;
    report({ kind: 'declaration', property, value, selector: `@${rule.name.replace('@', '')}` });
  }
  readShownStrings(rule, rules);
  readMarginElements(rule, rules.marginElements, report);
  rules.stylesPages ||= stylesPage(rule.style.content);
}

function readStyleRule(rule: CSSStyleRule, rules: PagedRules, report: (css: UnsupportedCss) => void): void {
  readShownStrings(rule, rules);
  readMarginElements(rule, rules.marginElements, report);
  if (!applies(rule)) return;
  readStyle(rule.style, rule.selectorText, () => findElements(rule), rules, report);
  for (const name of listCounters(rule.style.content)) {
    if (name === 'pages') rules.countsPages = true;
    else if (name !== 'page' && !name.startsWith('platen-')) rules.counters.add(name);
  }
  if (rule.selectorText.includes(`::part(${notePart}-`)) rules.noted.push(rule);
  if (/\b(?:target-(?:counters?|text)|leader)\(/i.test(rule.style.content)) rules.shown.push(rule);
}

function readShownStrings({ style }: CSSStyleRule | CSSMarginRule, { strings }: PagedRules): void {
  for (const [, kind, name] of style.content.matchAll(/\bplaten-(first|last|first-except|start)-string-([^\s,)]+)/g))
    strings.add(`${kind} ${name}`);
}

/** The names of the counters that a value shows. */
function listCounters(content: string): string[] {
  if (!/counters?\(/i.test(content)) return [];
  return readCssValue(content).flatMap(({ value, parts: [name] }) =>
    /^counters?$/.test(value) && name?.kind === 'ident' ? [name.text] : [],
  );
}

function readStyle(
  style: CSSStyleDeclaration,
  selector: string,
  find: () => Element[],
  rules: PagedRules,
  report: (css: UnsupportedCss) => void,
): void {
  for (const property of style) {
    if (!property.startsWith('--platen-')) continue;
    const elements = find();
    const value = style.getPropertyValue(property).trim();
    if (property === runningProperty) addAll(rules.moved, elements);
    if (property === floatProperty) addAll(rules.floated, elements);
    if (property === stringProperty) addAll(rules.setters, elements);
    if (property.startsWith(bookmarkPrefix)) {
      addAll(rules.bookmarked, elements);
      const name = property.slice(bookmarkPrefix.length);
      rules.hasBookmarks ||= elements.length > 0 && !isUsualBookmark(name, value, elements);
    }
    if (!property.startsWith(unsupportedPrefix) || elements.length === 0) continue;
    const name = property.slice(unsupportedPrefix.length);
    if (!isUsualNote(name, value)) report({ kind: 'declaration', property: name, value, selector });
  }
  if (hasSidedBreak(style)) for (const element of find()) rules.sided.set(element, selector);
  if (!/^(auto)?$/.test(style.page)) addAll(rules.named, find());
  if (/\bfootnote\b/.test(style.counterReset)) addAll(rules.noteResets, find());
  if (changesPage(style)) addAll(rules.pageResets, find());
}

/** Whether a declaration for footnotes and floats asks for what they are anyway. */
function isUsualNote(name: string, value: string): boolean {
  return /^float-reference: page$|^footnote-(?:display: block|policy: (?:auto|line)|style-position: inside)$/i.test(
    `${name}: ${value}`,
  );
}

function addAll(set: Set<Element>, elements: readonly Element[]): void {
  for (const element of elements) set.add(element);
}
