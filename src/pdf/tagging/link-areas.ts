import { asArray, asDict, asNumber, type PdfDict } from '../objects/objects.ts';
import type { LinkArea } from './adopt-text.ts';
import { isContent, type StructureElement, walkStructure } from './structure-elements.ts';

/** The annotations of links whose elements hold nothing that is seen, with these. */
export function findBareLinks(tops: readonly StructureElement[]): Map<PdfDict, StructureElement> {
  const links = new Map<PdfDict, StructureElement>();
  for (const element of walkStructure(tops)) {
    if (element.role !== 'Link') continue;
    const items = [...walkStructure([element])].flatMap(({ kids }) => kids.filter(isContent));
    if (items.some(({ mcid }) => mcid !== undefined)) continue;
    for (const { annotation } of items) if (annotation !== undefined) links.set(annotation, element);
  }
  return links;
}

/** Where links of a page stand. */
export function findAreas(page: PdfDict, links: ReadonlyMap<PdfDict, StructureElement>): LinkArea[] {
  return asArray(page.get('Annots')).flatMap((object) => {
    const annotation = asDict(object);
    const element = annotation && links.get(annotation);
    if (element === undefined) return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = asArray(annotation?.get('Rect')).map(
      (side) => asNumber(side) ?? 0,
    );
    return [{ element, low: [left, bottom], high: [right, top] }];
  });
}
