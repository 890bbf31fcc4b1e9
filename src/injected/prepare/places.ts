import { doc } from '../dom/dom.ts';
import { decodeFragment, PlaceLinks } from '../dom/places.ts';

/**
 * Adds a link to each named place that the page has, and an element for each that only its links name. They are in the head, so they are
 * not shown, read out or laid out. Chromium still writes their destinations and the links that lead to them.
 */
export function addPlaces(names: readonly string[]): void {
  const linked = new Set(Array.from(doc.links, (link) => link.href));
  const links = new PlaceLinks();
  for (const name of names) {
    const decoded = decodeFragment(name);
    const isThere = [name, decoded].some((id) => doc.getElementById(id) ?? doc.getElementsByName(id)[0]);
    if (isThere) links.linkTo(name);
    else if (linked.has(new URL(`#${name}`, links.here).href)) links.addPlace(decoded);
  }
  links.write();
}
