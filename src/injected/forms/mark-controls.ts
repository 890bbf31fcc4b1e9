import type { FormControl, MarkedControls } from '../calls.ts';
import { findAll } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { nameElement } from '../dom/elements.ts';
import { walkAllRules } from '../dom/rules.ts';
import { isList, readControl } from './read-control.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Types of inputs that send a form or carry an invisible value. */
const silent = new Set(['hidden', 'submit', 'reset', 'button', 'image']);
/** Types that no field of a PDF is like. */
const unlike = new Set(['file', 'color', 'range']);

/** Selectors that a new element next to a control could change. */
const countsSiblings = /[+~]|:(?:nth|last|first|only)-|:empty|:has\(/;

/** Lays a link over each control, and removes what it holds. */
export function markControls(address: string): MarkedControls {
  const marked: MarkedControls = { controls: [], unnamed: [], unsupported: [] };
  const found: { element: Control; control: FormControl }[] = [];
  const forms = [...doc.forms];
  for (const element of findAll<Control>('input, select, textarea')) {
    const type = dom(element).localName === 'input' ? (element as HTMLInputElement).type : '';
    if (silent.has(type) || element.getClientRects().length === 0) continue;
    if (unlike.has(type)) {
      marked.unsupported.push(nameElement(element));
      continue;
    }
    const control = readControl(element, found.length + 1, element.form ? forms.indexOf(element.form) : -1);
    if (element.name === '' && element.id === '') marked.unnamed.push(nameElement(element));
    found.push({ element, control });
  }
  const isSensitive = found.length > 0 && hasSiblingRules();
  if (found.length > 0) hideDates();
  for (const [index, { element, control }] of found.entries()) {
    emptyControl(element, control);
    layLink(element, `${address}${index}`, index, isSensitive);
    marked.controls.push(control);
  }
  return marked;
}

function hasSiblingRules(): boolean {
  let isSensitive = false;
  walkAllRules((rule) => {
    if (rule instanceof CSSStyleRule && countsSiblings.test(rule.selectorText)) isSensitive = true;
  });
  return isSensitive;
}

/**
 * Removes what a control shows, for text that is only transparent is in the PDF. Its box does not change: lists are as wide as their options, and
 * boxes that are as wide as their text get the width that they have.
 */
function emptyControl(element: Control, { kind }: FormControl): void {
  if (kind === 'checkbox' || kind === 'radio') {
    (element as HTMLInputElement).checked = false;
    (element as HTMLInputElement).indeterminate = false;
  } else if (element instanceof HTMLSelectElement) {
    if (isList(element))
      for (const option of element.options) option.style.setProperty('visibility', 'hidden', 'important');
    element.selectedIndex = -1;
  } else {
    const { width, height, fieldSizing } = getComputedStyle(element) as CSSStyleDeclaration & { fieldSizing?: string };
    if (fieldSizing === 'content') {
      element.style.setProperty('width', width, 'important');
      element.style.setProperty('height', height, 'important');
    }
    element.placeholder = '';
    element.value = '';
  }
}

/** Hides what Chromium shows in date controls without a date. */
function hideDates(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('input::-webkit-datetime-edit { visibility: hidden !important }');
  doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, sheet];
}

/** Adds the link. It is out of the flow, so that no box moves. */
function layLink(element: Control, address: string, index: number, isSensitive: boolean): void {
  // Style sheets that write the addresses of links do not reach into a shadow tree.
  const place = doc.createElement('platen-control');
  const link = doc.createElement('a');
  link.href = address;
  link.style.cssText = 'display: block; width: 100%; height: 100%';
  dom(place).attachShadow({ mode: 'closed' }).append(link);
  const name = `--platen-control-${index}`;
  const set = (property: string, value: string) => dom(place).style.setProperty(property, value, 'important');
  set('all', 'initial');
  set('position', 'absolute');
  if (isTransformed(element)) {
    // The place of an anchor would count the transform twice.
    set('left', `${element.offsetLeft}px`);
    set('top', `${element.offsetTop}px`);
    set('width', `${element.offsetWidth}px`);
    set('height', `${element.offsetHeight}px`);
  } else {
    const names = getComputedStyle(element).getPropertyValue('anchor-name');
    element.style.setProperty(
      'anchor-name',
      names === 'none' || names === '' ? name : `${names}, ${name}`,
      'important',
    );
    set('position-anchor', name);
    set('left', 'anchor(left)');
    set('top', 'anchor(top)');
    set('width', 'anchor-size(width)');
    set('height', 'anchor-size(height)');
  }
  if (isSensitive) dom(element.parentNode as ParentNode & Node)?.appendChild(place);
  else element.after(place);
}

function isTransformed(element: Element): boolean {
  for (let above: Element | null = element; above; above = dom(above).parentElement) {
    const { transform, translate, rotate, scale } = getComputedStyle(above);
    if ([transform, translate, rotate, scale].some((value) => value !== 'none')) return true;
  }
  return false;
}
