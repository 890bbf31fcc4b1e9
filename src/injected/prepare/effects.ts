import type { TextEffect } from '../calls.ts';
import { type CssPart, joinStrings, readCssValue } from '../dom/css-values.ts';
import { doc, dom } from '../dom/dom.ts';
import { findingLimit, nameElement } from '../dom/elements.ts';
import { decodeFragment } from '../dom/places.ts';

/** Characters of an effect that is reported. */
const cssLimit = 150;

/** The values with which filter functions change nothing. */
const idleValues: Readonly<Record<string, (value: number) => boolean>> = {
  blur: (radius) => radius === 0,
  brightness: (amount) => amount === 1,
  contrast: (amount) => amount === 1,
  saturate: (amount) => amount === 1,
  grayscale: (amount) => amount === 0,
  sepia: (amount) => amount === 0,
  invert: (amount) => amount === 0,
  'hue-rotate': (degrees) => degrees % 360 === 0,
};

/** Elements that are read out, and have no text in the document. */
const fields = 'a[href], input:not([type=hidden]), textarea, select';
const images = 'img[alt]:not([alt=""]), [role="img"]';

/** Text that means something without its font. */
const word = /[\p{L}\p{N}]/u;

/**
 * Chromium prints what has a filter or a reflection as a picture, and what is in perspective as outlines: without text, tags and links.
 * Removes filters that change nothing. Lists the effects on text, each with the outermost element; with `isReadAloud`, those on images with a
 * text too.
 */
export function keepText(isReadAloud: boolean): TextEffect[] {
  const effects = new Map<string, TextEffect>();
  const add = (effect: TextEffect) => effects.set(`${effect.css} ${effect.name}`, effect);
  const waiting: Element[] = [doc.documentElement];
  for (let element = waiting.pop(); element !== undefined && effects.size < findingLimit; element = waiting.pop()) {
    removeIdleFilter(element);
    const effect = readEffect(element);
    if (effect && showsText(element, isReadAloud)) add(effect);
    else {
      for (const made of readMade(element)) add(made);
      for (const child of listChildren(element).reverse()) waiting.push(child);
    }
  }
  return [...effects.values()];
}

/** Removes a filter that changes nothing, or opacity alone. Its box keeps all else that a filter makes of it (Filter Effects 1, section 5). */
function removeIdleFilter(element: Element): void {
  const { filter, opacity, willChange } = getComputedStyle(element);
  const { style } = dom(element) as unknown as Partial<ElementCSSInlineStyle>;
  if (filter === 'none' || style === undefined) return;
  const functions = readCssValue(filter);
  const [shares, others] = [functions.filter(isOpacity), functions.filter((part) => !isOpacity(part))];
  if (!others.every((part) => isIdle(part, element))) return;
  const share = shares.reduce((product, { parts }) => product * Math.min(1, readNumber(parts[0]) ?? 1), 1);
  style.setProperty('transition', 'none', 'important');
  style.setProperty('filter', 'none', 'important');
  if (share !== 1) style.setProperty('opacity', `${Number(opacity) * share}`, 'important');
  if (element !== doc.documentElement)
    style.setProperty('will-change', willChange === 'auto' ? 'filter' : `${willChange}, filter`, 'important');
}

function isOpacity({ kind, value }: CssPart): boolean {
  return kind === 'function' && value === 'opacity';
}

function isIdle({ value: name, text, parts }: CssPart, element: Element): boolean {
  if (name === 'drop-shadow') return /^[^(]+\((?:rgba\([^)]*, 0\)|[a-z]+\([^)]* \/ 0\))/.test(text);
  const [, id] = /^url\(["']?#([^"')]*)["']?\)$/.exec(text) ?? [];
  if (id !== undefined) return !namesFilter(decodeFragment(id), element);
  return idleValues[name]?.(readNumber(parts[0]) ?? Number.NaN) === true;
}

/** Whether an id is that of a filter. Chromium ignores others. */
function namesFilter(id: string, element: Element): boolean {
  const root: Node = dom(element).getRootNode();
  const found = (root instanceof ShadowRoot && root.getElementById(id)) || doc.getElementById(id);
  return dom(found || null)?.localName === 'filter';
}

/** A number, percentage, length or angle; Chromium computes them in their canonical units. */
function readNumber(part: CssPart | undefined): number | undefined {
  const number = part && Number.parseFloat(part.text);
  return number !== undefined && part?.text.endsWith('%') ? number / 100 : number;
}

/** The effect of an element that Chromium prints without its text. */
function readEffect(element: Element): TextEffect | undefined {
  const style = getComputedStyle(element);
  const reflection = style.getPropertyValue('-webkit-box-reflect');
  if (style.filter !== 'none') return picture('filter', style.filter, nameElement(element));
  if (reflection !== '' && reflection !== 'none')
    return picture('-webkit-box-reflect', reflection, nameElement(element));
  if (!isInPerspective(element, style)) return undefined;
  return { css: 'perspective with a 3D transform', name: nameElement(element), becomes: 'outlines' };
}

function picture(property: string, value: string, name: string): TextEffect {
  return { css: `${property}: ${value}`.slice(0, cssLimit), name, becomes: 'picture' };
}

/** Filters of what styles make before and after the content of an element. */
function readMade(element: Element): TextEffect[] {
  return ['::before', '::after'].flatMap((pseudo) => {
    const { content, filter } = getComputedStyle(element, pseudo);
    const isShown = filter !== 'none' && content.startsWith('"') && word.test(joinStrings(content));
    return isShown ? [picture('filter', filter, `${nameElement(element)}${pseudo}`)] : [];
  });
}

/** Whether an element leaves its plane, seen from a point (CSS Transforms 2, section 6). */
function isInPerspective(element: Element, { transform, rotate }: CSSStyleDeclaration): boolean {
  const turns = /^[xy] |^-?[\d.]+ -?[\d.]+ -?[\d.]+ /.test(rotate);
  if (!turns && !transform.startsWith('matrix3d')) return false;
  const { m13, m14, m23, m24 } = new DOMMatrix(transform);
  if (m14 !== 0 || m24 !== 0) return true;
  if (!turns && m13 === 0 && m23 === 0) return false;
  for (let outer = dom(element).parentElement; outer; outer = dom(outer).parentElement) {
    const { perspective, transformStyle } = getComputedStyle(outer);
    if (perspective !== 'none') return true;
    if (transformStyle !== 'preserve-3d') break;
  }
  return false;
}

/** Whether an element shows text, a link or a field, or with `isReadAloud` an image with a text. */
function showsText(top: Element, isReadAloud: boolean): boolean {
  const read = isReadAloud ? `${fields}, ${images}` : fields;
  const waiting: Element[] = [top];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (!dom(element).checkVisibility()) continue;
    const isVisible = getComputedStyle(element).visibility === 'visible';
    if (isVisible && dom(element).matches(read) && hasArea(element)) return true;
    if (isVisible && [...dom(element).childNodes].some((node) => node instanceof Text && isPrinted(node))) return true;
    if (isVisible && hasMadeText(element)) return true;
    for (const child of listChildren(element)) waiting.push(child);
  }
  return false;
}

function isPrinted(text: Text): boolean {
  if (!word.test(text.data)) return false;
  const range = doc.createRange();
  range.selectNode(text);
  return hasArea(range);
}

function hasArea(box: Element | Range): boolean {
  const rects = box instanceof Range ? box.getClientRects() : dom(box).getClientRects();
  return [...rects].some(({ width, height }) => width > 0 && height > 0);
}

function hasMadeText(element: Element): boolean {
  return ['::before', '::after'].some((pseudo) => {
    const { content } = getComputedStyle(element, pseudo);
    return content.startsWith('"') && word.test(joinStrings(content));
  });
}

/** The elements in an element, and in its open shadow tree, which shows those in its slots. */
function listChildren(element: Element): Element[] {
  const { children, shadowRoot } = dom(element);
  return shadowRoot ? [...shadowRoot.children, ...children] : [...children];
}
