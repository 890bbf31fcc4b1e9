import type { LowBox, RunningCopy, ShownRunning, ShowRunning } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { walkAllRules } from '../dom/rules.ts';
import { runningMark } from '../names.ts';

/** Before the name of pages in the rules of the document, so that none applies. */
const offPrefix = 'platen-off-';

/** The root element as one tall box that is divided into pages. */
const rootStyle =
  'display: block; position: relative; writing-mode: horizontal-tb; page: auto; box-sizing: content-box; margin: 0; padding: 0; border: 0; ' +
  'min-width: 0; max-width: none; min-height: 0; max-height: none; background: none; transform: none; filter: none; overflow: clip; contain: paint; columns: auto;';

/**
 * Hides all of a page but copies of its running elements, each in a margin box of one of its pages. Returns the boxes that are too low for
 * their content, and the page from which on nothing was copied.
 */
export async function showRunning({ copies, pages, width, height, limit }: ShowRunning): Promise<ShownRunning> {
  // Chromium takes the first !important of several style sheets in the rules for pages, so a rule of platen would not be enough.
  walkAllRules((rule) => {
    if (rule instanceof CSSPageRule) rule.selectorText = offPrefix + rule.selectorText;
  });
  // A hair of one more page, so that there are enough.
  const whole = pages * height + 1;
  addRunningSheet(width, height, whole);
  const originals = new Map<number, HTMLElement>();
  for (const element of doc.querySelectorAll<HTMLElement>(`[${runningMark}]`))
    originals.set(Number(dom(element).getAttribute(runningMark)), element);
  const last = new Map<number, Element>(originals);
  const shown: { copy: HTMLElement; box: RunningCopy['box']; page: number }[] = [];
  const images: HTMLImageElement[] = [];
  let copied = 0;
  let end: number | null = null;
  for (const { element, page, box, isInline, counters } of copies) {
    const original = originals.get(element);
    if (original === undefined) continue;
    copied += 1 + dom(original).getElementsByTagName('*').length;
    if (copied > limit) {
      end = page;
      break;
    }
    markSurroundings(original);
    const copy = copyElement(original, images);
    dom(last.get(element))?.after(copy);
    // Where blank pages are set, slots show only what is assigned to them.
    const slot = dom(original).assignedSlot;
    slot?.assign(...slot.assignedNodes().filter(isSlottable), copy);
    last.set(element, copy);
    const set = (property: string, value: string) => dom(copy).style.setProperty(property, value, 'important');
    resolveShares(copy, box);
    set('left', `${box.left}px`);
    set('right', `${width - box.left - box.width}px`);
    set('top', `${page * height + box.top}px`);
    set('bottom', `${whole - page * height - box.top - box.height}px`);
    set('align-self', box.down);
    set('justify-self', isInline ? box.across : 'stretch');
    set('counter-reset', counters);
    const { style } = dom(original);
    dom(copy).style.setProperty('display', style.getPropertyValue('display'), style.getPropertyPriority('display'));
    shown.push({ copy, box, page });
  }
  await Promise.all(images.filter((image) => !image.complete).map(loadEnd));
  const tooLow = new Map<string, LowBox>();
  for (const { copy, box, page } of shown) {
    const { height: needed } = dom(copy).getBoundingClientRect();
    if (needed <= box.height + 1) continue;
    // Nothing of it is lost beyond the edge of its page, nor shown on another.
    dom(copy).style.setProperty('align-self', box.name.startsWith('bottom') ? 'end' : 'start', 'important');
    if (!tooLow.has(box.name)) tooLow.set(box.name, { name: box.name, page, height: needed, room: box.height });
  }
  return { tooLow: [...tooLow.values()], end };
}

/** Undoes what `showRunning` did. */
export function hideRunning(): void {
  for (const copy of doc.querySelectorAll(`[${copyMark}]`)) dom(copy).remove();
  for (const around of doc.querySelectorAll(`[${surroundingMark}]`)) dom(around).removeAttribute(surroundingMark);
  doc.adoptedStyleSheets.pop();
  walkAllRules((rule) => {
    if (rule instanceof CSSPageRule) rule.selectorText = rule.selectorText.replace(offPrefix, '');
  });
}

function addRunningSheet(width: number, height: number, whole: number): void {
  const sheet = new CSSStyleSheet();
  const root = `${rootStyle} width: ${width}px; height: ${whole}px;`.replaceAll(';', ' !important;');
  sheet.replaceSync(`@page { size: ${width}px ${height}px; margin: 0 }
    :root { ${root} }
    :root > :not([${surroundingMark}]), [${surroundingMark}] > :not([${surroundingMark}], [${copyMark}]) { display: none !important }
    [${surroundingMark}] { display: contents !important; visibility: hidden !important }
    [${surroundingMark}]::before, [${surroundingMark}]::after { content: none !important }
    [${surroundingMark}]::part(platen-blank) { display: none !important }
    [${copyMark}] { position: absolute !important; visibility: visible !important; float: none !important }
    [${copyMark}], [${copyMark}] * { break-before: auto !important; break-after: auto !important; page: auto !important }`);
  doc.adoptedStyleSheets.push(sheet);
}

function markSurroundings(original: Element): void {
  for (
    let around = dom(original).parentElement;
    around && around !== doc.documentElement;
    around = dom(around).parentElement
  )
    dom(around).setAttribute(surroundingMark, '');
}

/** A hidden copy of an element. Drawings are drawn again, because a copy has none, and pictures load again. */
function copyElement(original: HTMLElement, images: HTMLImageElement[]): HTMLElement {
  const copy = dom(original).cloneNode(true) as HTMLElement;
  dom(copy).removeAttribute(runningMark);
  for (const [drawing, canvas] of pairElements<HTMLCanvasElement>(original, copy, 'canvas'))
    if (drawing.width > 0 && drawing.height > 0) canvas.getContext('2d')?.drawImage(drawing, 0, 0);
  for (const [picture, image] of pairElements<HTMLImageElement>(original, copy, 'img')) {
    image.loading = 'eager';
    if (picture.naturalWidth > 0) images.push(image);
  }
  dom(copy).setAttribute(copyMark, '');
  dom(copy).style.setProperty('display', 'none', 'important');
  return copy;
}

/** The elements of a kind in an element, each with its copy. */
function pairElements<E extends Element>(original: Element, copy: Element, name: string): [E, E][] {
  const list = (root: Element) =>
    (dom(root).localName === name ? [root] : [...dom(root).querySelectorAll(name)]) as E[];
  const copies = list(copy);
  return list(original).map((element, index) => [element, copies[index] as E]);
}

/** Makes a share of a side one of the margin box, not of all pages. A copy that is not displayed has the declared value. */
function resolveShares(copy: HTMLElement, box: RunningCopy['box']): void {
  const style = getComputedStyle(copy);
  for (const side of ['width', 'height'] as const) {
    for (const property of [side, `max-${side}`, `min-${side}`]) {
      const [, share] = /^([\d.]+)%$/.exec(style.getPropertyValue(property)) ?? [];
      if (share !== undefined)
        dom(copy).style.setProperty(property, `${(box[side] * Number(share)) / 100}px`, 'important');
    }
  }
}

function isSlottable(node: Node): node is Element | Text {
  return node instanceof Element || node instanceof Text;
}

/** Settles once an image has loaded or failed. */
function loadEnd(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true });
    image.addEventListener('error', () => resolve(), { once: true });
  });
}

/** Attributes of the copies of running elements. Style sheets of platen select by them. */

/** A copy in a margin box. */
export const copyMark = 'data-platen-copy';

/** An element around a copy. */
export const surroundingMark = 'data-platen-around';
