import { placePrefix } from '../names.ts';
import { doc, dom } from './dom.ts';

/** Links to places of the document, which make Chromium write them as destinations. They are in the head, where nothing is shown. */
export class PlaceLinks {
  /** Address of the document, without a fragment. */
  readonly here = doc.URL.replace(/#.*$/s, '');
  #named = 0;
  readonly #hidden = doc.createDocumentFragment();

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
    const number = dom(element).id === '' && name === undefined ? this.#named++ : 0;
    const place = namePlace(element, name ?? `running-${number}`);
    this.linkTo(place);
    return place;
  }

  /** Puts the links into the document. */
  write(): void {
    dom(doc.head ?? doc.documentElement).append(this.#hidden);
  }

  #add(attribute: 'href' | 'id', value: string): void {
    const link = doc.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    dom(link).setAttribute(attribute, value);
    dom(link).setAttribute('style', 'display: none !important');
    this.#hidden.append(link);
  }
}

/** The place of an element, named as in an address. An element without an id gets one from `name`. */
export function namePlace(element: Element, name: string | number): string {
  if (dom(element).id === '') dom(element).id = `${placePrefix}${name}`;
  return encodeURIComponent(dom(element).id);
}
