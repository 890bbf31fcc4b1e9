import type { UnsupportedCss } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { findElements, nameElement, registerProperty, sortElements } from '../dom/elements.ts';
import { isInline } from '../dom/layout.ts';
import type { PlaceLinks } from '../dom/places.ts';
import { areaMark, floatProperty, notePart, placePrefix } from '../names.ts';
import type { PagedRules } from '../reading/reading.ts';
import { anchorMark, callMark, makeBox, markerMark, noteMark } from './marks.ts';

/** What calls, markers and the area look like if the document says nothing (CSS GCPM 3, section 2.3). */
const defaults = `
  [${callMark}]:not([${anchorMark}])::before { content: counter(footnote); vertical-align: super; font-size: 65%; line-height: 0 }
  [${markerMark}]::before { content: counter(footnote) ". " }
  :where([${areaMark}]) { margin-top: 1em }`;

const marks = { call: callMark, marker: markerMark };

/** The elements around the numbers of a footnote. */
interface NoteNumbers {
  call: HTMLElement;
  marker: HTMLElement;
}

/** What an element floats as; undefined for an element that stays. */
function readFloat(element: Element): 'footnote' | 'top' | 'bottom' | undefined {
  const [, value] =
    /(footnote|top|bottom)/.exec(getComputedStyle(element).getPropertyValue(floatProperty).toLowerCase()) ?? [];
  return value as 'footnote' | 'top' | 'bottom' | undefined;
}

/** Finds the elements of a document that float to the head or the foot of their page, in its order, up to a limit. */
export function findNotes(
  { floated, sided }: PagedRules,
  limit: number,
  report: (css: UnsupportedCss) => void,
): Set<HTMLElement> {
  registerProperty(floatProperty);
  const inText = sortElements(floated).filter((element) => dom(doc.body)?.contains(element));
  const isFloat = (element: Element) => /top|bottom/.test(readFloat(element) ?? '');
  if ([...sided.keys()].every(isFloat)) {
    sided.clear();
    for (const float of inText.filter(isFloat)) reportBreaks(float, report);
  }
  const isNote = (element: Element): element is HTMLElement => {
    const value = readFloat(element);
    if (value === undefined || value === 'footnote' || sided.size === 0) return value !== undefined;
    // Blank pages would move floats, and floats what is before blank pages, without end.
    report({ kind: 'declaration', property: 'float', value, selector: 'next to breaks for a side of the sheet' });
    return false;
  };
  const notes = new Set(inText.filter(isNote).slice(0, limit));
  for (const note of notes) {
    let outer = dom(note).parentElement;
    while (outer && !notes.has(outer)) outer = dom(outer).parentElement;
    if (!outer) continue;
    notes.delete(note);
    report({ kind: 'nested', property: 'float', value: readFloat(note) ?? '' });
  }
  if (floated.size > limit) report({ kind: 'limit', property: 'float', value: 'footnote', limit });
  return notes;
}

/** Nothing breaks around what is out of the flow (CSS Fragmentation 3, section 3.1). */
function reportBreaks(float: Element, report: (css: UnsupportedCss) => void): void {
  const style = getComputedStyle(float);
  for (const property of ['break-before', 'break-after']) {
    const value = style.getPropertyValue(property);
    if (/^(?:page|left|right|recto|verso)$/.test(value))
      report({ kind: 'declaration', property, value, selector: nameElement(float) });
  }
}

/**
 * Sets a call before each footnote and a marker into it, and makes the rules for calls and markers theirs. They are counted from each
 * element on that sets their counter, whatever it is in.
 */
export function prepareNotes(notes: ReadonlySet<HTMLElement>, rules: PagedRules, links: PlaceLinks): void {
  const numbers = new Map<HTMLElement, NoteNumbers>();
  let floats = 0;
  for (const note of notes) {
    const side = readFloat(note);
    if (side === 'top' || side === 'bottom') prepareFloat(note, side, ++floats, links);
    else numbers.set(note, prepareNote(note, numbers.size + 1, links));
  }
  const sheet = new CSSStyleSheet();
  const root = getComputedStyle(doc.documentElement).counterReset;
  const reset = /\bfootnote\b/.test(root) ? root : `${root === 'none' ? '' : root} footnote 0`;
  sheet.replaceSync(`:root { counter-reset: ${reset} }${defaults}`);
  doc.adoptedStyleSheets.push(sheet);
  countNotes(numbers, rules.noteResets);
  for (const [index, rule] of rules.noted.entries()) {
    applyRule(rule, index, 'call', numbers);
    applyRule(rule, index, 'marker', numbers);
  }
}

function prepareNote(note: HTMLElement, number: number, links: PlaceLinks): NoteNumbers {
  const call = makeNumber(callMark);
  dom(call).id = `${placePrefix}call-${number}`;
  const marker = makeNumber(markerMark);
  dom(findFirstBlock(note)).prepend(marker);
  dom(note).before(call);
  dom(note).setAttribute(noteMark, '');
  // It is counted at its call.
  if (/\bfootnote\b/.test(getComputedStyle(note).counterIncrement))
    dom(note).style.setProperty('counter-increment', 'none', 'important');
  // The name of a heading is without its footnotes.
  if (dom(note).closest('h1, h2, h3, h4, h5, h6, [role="heading"]'))
    for (const part of [call, note]) dom(part).setAttribute('aria-hidden', 'true');
  links.linkToElement(note, `note-${number}`);
  links.linkTo(encodeURIComponent(dom(call).id));
  return { call, marker };
}

/** Sets an anchor where a float would be, which takes no room. */
function prepareFloat(note: HTMLElement, side: 'top' | 'bottom', number: number, links: PlaceLinks): void {
  const anchor = makeBox(callMark);
  dom(anchor).setAttribute(anchorMark, '');
  dom(anchor).id = `${placePrefix}anchor-${number}`;
  const box = 'display: inline-block !important; width: 1px !important; height: 1px !important';
  dom(anchor).setAttribute('style', `all: unset !important; ${box}; margin-right: -1px !important`);
  const end = findTextEnd(note);
  if (end) dom(end).after(anchor);
  else {
    dom(note).before(anchor);
    if (!isInline(note)) dom(anchor).style.setProperty('display', 'block', 'important');
  }
  dom(note).setAttribute(noteMark, `${side} ${dom(anchor).id}`);
  links.linkToElement(note, `float-${number}`);
  links.linkTo(encodeURIComponent(dom(anchor).id));
}

/** The end of the text of the blocks before a float; undefined if it is in a line itself, or nothing but another box is before it. */
function findTextEnd(note: HTMLElement): Text | undefined {
  const hasText = [...(dom(dom(note).parentElement)?.childNodes ?? [])].some(
    (node) => node instanceof Text && node.data.trim() !== '',
  );
  if (hasText) return undefined;
  let last: Node | null = dom(note).previousSibling;
  while (last) {
    const isSkipped =
      last instanceof Element ? dom(last).hasAttribute(noteMark) : !(last instanceof Text) || last.data.trim() === '';
    if (isSkipped) last = dom(last).previousSibling;
    else if (last instanceof Text) {
      const { length } = last.data.trimEnd();
      if (length < last.length) last.splitText(length);
      return last;
    } else if (/^(?:block|list-item|inline)$/.test(getComputedStyle(last as Element).display)) {
      last = dom(last).lastChild;
    } else return undefined;
  }
  return undefined;
}

function makeNumber(mark: string): HTMLElement {
  const box = makeBox(mark);
  dom(box).setAttribute('style', 'all: unset !important');
  return box;
}

/** The block with the first line of a footnote. */
function findFirstBlock(note: HTMLElement): Element {
  let first: Element = note;
  for (let inner = dom(note).firstElementChild; inner; inner = dom(inner).firstElementChild) {
    const before = [...dom(first).childNodes].find((node) => node === inner || dom(node).textContent?.trim() !== '');
    if (before !== inner || isInline(inner) || dom(inner).shadowRoot) break;
    first = inner;
  }
  return first;
}

function countNotes(numbers: ReadonlyMap<Element, NoteNumbers>, resets: Iterable<Element>): void {
  let count = 0;
  for (const element of sortElements([...numbers.keys(), ...resets])) {
    const [, start] = /\bfootnote\s+(-?\d+)/.exec(getComputedStyle(element).counterReset) ?? [];
    if (start !== undefined) count = Number(start);
    const { call } = numbers.get(element) ?? {};
    // What is hidden has no number.
    if (!call || !dom(call).checkVisibility()) continue;
    count += 1;
    dom(call).style.setProperty('counter-set', `footnote ${count}`, 'important');
  }
}

/** Makes what a rule says of calls or markers a rule for their elements. */
function applyRule(
  rule: CSSStyleRule,
  index: number,
  kind: keyof NoteNumbers,
  numbers: ReadonlyMap<Element, NoteNumbers>,
): void {
  const part = `::part(${notePart}-${kind})`;
  const mark = marks[kind];
  const selectors = rule.selectorText
    .split(/,(?![^(]*\))/)
    .filter((selector) => selector.includes(part))
    .join(',');
  if (selectors === '') return;
  for (const element of findElements(rule, selectors)) {
    const number = dom(numbers.get(element)?.[kind]);
    number?.setAttribute(mark, `${number.getAttribute(mark)} ${index}`);
  }
  addRule(rule, `[${mark}~="${index}"][${mark}][${mark}]::before { ${rule.style.cssText} }`);
}

/** Adds a rule after another, so that what is around that one holds for the new one too. */
function addRule(rule: CSSStyleRule, text: string): void {
  let outermost: CSSRule = rule;
  while (outermost.parentRule instanceof CSSStyleRule) outermost = outermost.parentRule;
  const around = (outermost.parentRule ?? outermost.parentStyleSheet) as CSSGroupingRule | CSSStyleSheet;
  around.insertRule(text, [...around.cssRules].indexOf(outermost) + 1);
}
