import { placePrefix } from '../names.ts';
import { doc, dom } from './dom.ts';
import { isApart } from './layout.ts';

/** CSS pixels of an element that is on a few pages at most. */
const tallLimit = 5000;

/** Links to places of the document, which make Chromium write them as destinations. They are in the head, so they are not shown. */
export class PlaceLinks {
  /** Address of the document, without a fragment. */
  readonly here = doc.URL.replace(/#.*$/s, '');
  #named = 0;
  readonly #starts = new Map<Element, Element>();
  readonly #hidden = doc.createDocumentFragment();
  /** Links to the places that were made for elements without an id. */
  readonly #made: Element[] = [];

  /** Links to a place, which is named as in an address. */
  linkTo(place: string): void {
    this.#add('href', `${this.here}#${place}`);
  }

  /** Adds an element with an id that links lead to, and no element has. */
  addPlace(id: string): void {
    this.#add('id', id);
  }

  /** Links to an element, and returns its place. An element without an id gets one from `name`. */
  linkToElement(element: Element, name?: string | number): string {
    const number = name === undefined && !ownsId(element) ? this.#named++ : 0;
    const place = namePlace(element, name ?? `running-${number}`);
    const link = this.#add('href', `${this.here}#${place}`);
    if (place.startsWith(placePrefix)) this.#made.push(link);
    return place;
  }

  /**
   * Links to where an element starts. For each page, Chromium measures an element that has a place on all of its pages. So a tall element
   * shares the place of the box that it begins with. Returns the place, and how many CSS pixels below the top of the element it is.
   */
  linkToStart(element: Element, name: string | number): { place: string; offset: number } {
    const start = this.#findStart(element);
    const offset = start === element ? 0 : topOf(start) - topOf(element);
    return { place: this.linkToElement(start, name), offset };
  }

  /** Puts the links into the document. */
  write(): void {
    dom(doc.head ?? doc.documentElement).append(this.#hidden);
  }

  /** Removes the links to places that were made, once their pages are known. Each costs Chromium a look at every page. */
  removeMade(): void {
    for (const link of this.#made.splice(0)) dom(link).remove();
  }

  #findStart(element: Element): Element {
    const outer: Element[] = [];
    let start = element;
    while (!this.#starts.has(start)) {
      const first = heightOf(start) > tallLimit ? findFirstBox(start) : undefined;
      if (first === undefined) break;
      outer.push(start);
      start = first;
    }
    start = this.#starts.get(start) ?? start;
    for (const box of outer) this.#starts.set(box, start);
    return start;
  }

  #add(attribute: 'href' | 'id', value: string): Element {
    const link = doc.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    dom(link).setAttribute(attribute, value);
    dom(link).setAttribute('style', 'display: none !important');
    this.#hidden.append(link);
    return link;
  }
}

/** The box of the flow that an element begins with. Undefined if it begins with a text, or something else. */
function findFirstBox(element: Element): Element | undefined {
  for (const node of dom(element).childNodes) {
    if (node instanceof Element) {
      const { position, float } = getComputedStyle(node);
      return isApart(node) && /^(?:static|relative)$/.test(position) && float === 'none' ? node : undefined;
    }
    if (node instanceof Text && node.data.trim() !== '') return undefined;
  }
  return undefined;
}

function heightOf(element: Element): number {
  return dom(element).getBoundingClientRect().height;
}

function topOf(element: Element): number {
  return dom(element).getBoundingClientRect().top;
}

/** On an empty box that is the place of the element around it, whose id an earlier element has. */
const anchorMark = 'data-platen-anchor';

/** The place of an element, named as in an address. An element without an id gets one from `name`. */
export function namePlace(element: Element, name: string | number): string {
  if (dom(element).id === '') dom(element).id = `${placePrefix}${name}`;
  else if (!ownsId(element) && !findAnchor(element)) {
    const anchor = doc.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    dom(anchor).id = `${placePrefix}${name}`;
    dom(anchor).setAttribute(anchorMark, '');
    dom(anchor).setAttribute('style', 'all: unset !important; position: absolute !important');
    dom(element).prepend(anchor);
  }
  return placeOf(element);
}

/** The id that a fragment of a URL names: percent-decoded, or unchanged if it is malformed. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The place that an element has. */
export function placeOf(element: Element): string {
  return encodeURIComponent(dom(findAnchor(element) ?? element).id);
}

/** The element of a place that `namePlace` has named. */
export function elementAt(place: string): Element | null {
  const found = doc.getElementById(decodeURIComponent(place));
  return found && dom(found).hasAttribute(anchorMark) ? dom(found).parentElement : found;
}

/** Takes the names that begin so from all elements. */
export function forgetPlaces(start: string): void {
  for (const element of doc.querySelectorAll(`[id^="${start}"]`))
    if (dom(element).hasAttribute(anchorMark)) dom(element).remove();
    else dom(element).removeAttribute('id');
}

/** Whether a link to the id of an element leads to it, and not to an earlier one of that id. */
function ownsId(element: Element): boolean {
  const { id } = dom(element);
  return id !== '' && (doc.getElementById(id) ?? element) === element;
}

function findAnchor(element: Element): Element | undefined {
  return [...dom(element).children].find((child) => dom(child).hasAttribute(anchorMark));
}
