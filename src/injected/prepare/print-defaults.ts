import type { PrintDefaults } from '../calls.ts';
import { findAll, findFirst, listShadowRoots } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { findingLimit, nameElement } from '../dom/elements.ts';
import { walkAllRules } from '../dom/rules.ts';

const spanning = 'td[rowspan]:not([rowspan="1"]), th[rowspan]:not([rowspan="1"])';

/** What page breaks avoid, unless a rule of the document says otherwise. */
const defaults = [
  { selector: 'h1, h2, h3, h4, h5, h6', style: 'break-after: avoid' },
  // At a break, Chromium draws the background of such a cell past its last row and forgets its alignment.
  { selector: spanning, style: 'break-inside: avoid' },
];

/** The layer of the defaults. It is the first one, so every rule of the document wins over it (CSS Cascade 5, section 6.4.4). */
const layer = 'platen-defaults';

/** CSS pixels by which a box may be narrower than the line that it fills. */
const slack = 1;

/** The displays of boxes in a line that Chromium cuts at the end of a page wherever that is, and those of the same boxes in their own line. */
const inOwnLine: Readonly<Record<string, string>> = {
  'inline-block': 'flow-root',
  'inline-flex': 'flex',
  'inline-grid': 'grid',
  'inline-table': 'table',
};

/**
 * The program `setPrintDefaults`: keeps headings with the text that follows and the rows of a cell together, and lets boxes in a line that are
 * higher than a page break between their lines. Returns the names of boxes that are cut all the same.
 */
export default function setPrintDefaults({
  mayHaveLayers,
  mayBeInLine,
  mayStick,
  height = innerHeight,
}: PrintDefaults): string[] {
  const rules = defaults.filter(({ selector }) => findFirst(selector) !== null);
  if (rules.length > 0) {
    if (mayHaveLayers && hasLayers()) nameFirstLayer();
    const sheet = new CSSStyleSheet();
    const css = rules.map(({ selector, style }) => `:where(${selector}) { ${style} }`).join(' ');
    sheet.replaceSync(`@layer ${layer} { ${css} }`);
    doc.adoptedStyleSheets.push(sheet);
  }
  if (mayStick) unstick();
  const isLong = (dom(doc.documentElement as Element | null)?.scrollHeight ?? 0) > height;
  const cut = mayBeInLine && isLong ? breakInLine(height) : [];
  const tall = isLong ? findAll(spanning).filter(buildHeightTest(height)) : [];
  return [...new Set([...cut, ...tall].map(nameElement))].slice(0, findingLimit);
}

/** Paper does not scroll, and Chromium moves a sticky box to where it would be on a screen. It stays in its place, with what it positions. */
function unstick(): void {
  const inner = listShadowRoots().flatMap((root) => [...root.querySelectorAll<HTMLElement>('*')]);
  for (const element of [...findAll('body *'), ...inner]) {
    if (getComputedStyle(element).position !== 'sticky' || isInScroller(element)) continue;
    const { style } = dom(element);
    style.setProperty('position', 'relative', 'important');
    style.setProperty('inset', 'auto', 'important');
  }
}

/** Whether a box around an element scrolls, or could. */
function isInScroller(element: Element): boolean {
  for (let box = dom(element).parentElement; box && box !== doc.body; box = dom(box).parentElement)
    if (!/visible|clip/.test(getComputedStyle(box).overflowY)) return true;
  return false;
}

function hasLayers(): boolean {
  let isFound = false;
  walkAllRules((rule) => {
    isFound ||= rule instanceof CSSLayerBlockRule || rule instanceof CSSLayerStatementRule;
    isFound ||= rule instanceof CSSImportRule && rule.layerName !== null;
  });
  return isFound;
}

/** Names the layer before those of the document, in its first style sheet that applies and can be changed. */
function nameFirstLayer(): void {
  for (const sheet of [...doc.styleSheets, ...doc.adoptedStyleSheets]) {
    const { mediaText } = sheet.media;
    if (sheet.disabled || (mediaText !== '' && !matchMedia(mediaText).matches)) continue;
    try {
      sheet.insertRule(`@layer ${layer};`, 0);
      return;
    } catch {
      // The rules of a style sheet of another site cannot be changed.
    }
  }
}

function buildHeightTest(height: number): (element: HTMLElement) => boolean {
  return (element) => dom(element).offsetHeight > height;
}

/** Breaks the boxes in a line that are higher than a page. Returns those that share their line, and stay. */
function breakInLine(height: number): HTMLElement[] {
  return findAll('body *')
    .filter(buildHeightTest(height))
    .filter((element) => {
      const { display } = getComputedStyle(element);
      const other = inOwnLine[display];
      if (other === undefined) return false;
      if (!isAlone(element)) return true;
      const { style } = dom(element);
      const isFitted = other !== 'table' && `${dom(element).computedStyleMap().get('width')}` === 'auto';
      style.setProperty('display', other, 'important');
      if (isFitted) style.setProperty('width', 'fit-content', 'important');
      return false;
    });
}

/** Whether a box fills a line alone, or begins one that has nothing else. */
function isAlone(element: HTMLElement): boolean {
  const { parentElement } = dom(element);
  if (!parentElement) return false;
  const { display, textAlign, direction } = getComputedStyle(parentElement);
  if (!/^(block|flow-root|list-item|table-cell|inline-block)$/.test(display)) return false;
  const isOther = (node: Node) => node !== element && (node instanceof Text ? /\S/.test(node.data) : isInLine(node));
  if ([...dom(parentElement).childNodes].some(isOther)) return false;
  const isAtStart =
    /^(start|justify|-webkit-auto)$/.test(textAlign) || textAlign === (direction === 'rtl' ? 'right' : 'left');
  return isAtStart || dom(element).offsetWidth >= dom(parentElement).clientWidth - slack;
}

function isInLine(node: Node): boolean {
  if (!(node instanceof Element)) return false;
  const { display, position, float } = getComputedStyle(node);
  return /^(inline|contents|ruby)/.test(display) && !/^(absolute|fixed)$/.test(position) && float === 'none';
}
