import {
  asArray,
  asDict,
  asName,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  type PdfRef,
} from '../../objects/objects.ts';
import type { Destinations } from '../../part/links/destinations.ts';
import type { StructurePlaces } from './structure-places.ts';

/**
 * Lets links and headings of the outline lead to elements of the structure as well (ISO 14289-2, 8.8). Viewers that know no such
 * destinations follow the others.
 */
export function addStructureDestinations(
  pages: readonly PdfRef[],
  outline: PdfRef | undefined,
  destinations: Destinations,
  places: StructurePlaces,
): void {
  const adapt = (holder: PdfDict) => {
    const action = asDict(holder.get('A'));
    const target = holder.get('Dest') ?? (asName(action?.get('S')) === 'GoTo' ? action?.get('D') : undefined);
    if (target === undefined) return;
    const name = asString(target);
    const place = name === undefined ? asArray(target) : destinations.findPlace(name);
    if (place === undefined) return;
    holder.delete('Dest');
    holder.set('A', buildDict({ S: 'GoTo', D: target, SD: places.find(place, holder.get('SE')) }));
  };
  for (const page of pages) {
    for (const annotation of asArray(asDict(page)?.get('Annots'))) {
      const dict = asDict(annotation);
      if (dict !== undefined) adapt(dict);
    }
  }
  for (const item of walkOutline(outline)) adapt(item);
}

/** The items of an outline. */
export function* walkOutline(outline: PdfObject | undefined): Generator<PdfDict> {
  const waiting = [asDict(outline)?.get('First')];
  while (waiting.length > 0) {
    const item = asDict(waiting.pop());
    if (item === undefined) continue;
    yield item;
    waiting.push(item.get('Next'), item.get('First'));
  }
}
