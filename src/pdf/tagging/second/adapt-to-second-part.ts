import { asDict, type PdfDict, type PdfRef } from '../../objects/objects.ts';
import type { Destinations } from '../../part/links/destinations.ts';
import type { OpenPart } from '../../part/open-part.ts';
import type { JoinedStructure } from '../../part/structure.ts';
import { ParentTree } from '../parent-tree.ts';
import {
  type ContentOwner,
  isContent,
  type MarkedContent,
  noteContent,
  type StructureElement,
  walkStructure,
} from '../structure-elements.ts';
import { adaptStructure } from './adapt-structure.ts';
import { addStructureDestinations, walkOutline } from './structure-destinations.ts';
import { pageOfContent, StructurePlaces } from './structure-places.ts';
import { dropPrivateText, nameLists, nameWidgets } from './texts.ts';

/**
 * Turns an accessible document of our pages from PDF/UA-1 to PDF/UA-2 (ISO 14289-2). Returns what finds the elements that places
 * lead to, for their names.
 */
export function adaptToSecondPart(
  parts: readonly OpenPart[],
  structure: JoinedStructure,
  outline: PdfRef | undefined,
  destinations: Destinations,
): StructurePlaces {
  const pages = parts.flatMap((part) => part.pages);
  const tops = [adaptStructure(structure.root as PdfRef)];
  const marked: MarkedContent = new Map();
  noteContent(tops, marked);
  nameContent(parts, structure, tops, marked);
  const places = new StructurePlaces(tops, marked, pages);
  nameLists(tops, places);
  nameWidgets(pages);
  addStructureDestinations(pages, outline, destinations, places);
  dropPrivateText(tops, pages, walkOutline(outline));
  return places;
}

/** The parent tree names the elements that hold the marks now. */
function nameContent(
  parts: readonly OpenPart[],
  { root, names }: JoinedStructure,
  tops: readonly StructureElement[],
  marked: MarkedContent,
): void {
  const owners = new Map(parts.map((part) => [part, new Set<ContentOwner>()]));
  const partOf = new Map(parts.flatMap((part) => part.pages.map((page) => [asDict(page), part] as const)));
  for (const element of walkStructure(tops)) {
    for (const kid of element.kids.filter(isContent)) {
      const part = partOf.get(pageOfContent(element, kid));
      if (part !== undefined && kid.owner !== undefined) owners.get(part)?.add(kid.owner);
    }
  }
  const tree: PdfDict = asDict(root) ?? new Map();
  const parents = new ParentTree(tree);
  for (const [part, own] of owners) {
    const keys = names.get(part);
    if (keys !== undefined) parents.nameContent(own, marked, keys);
  }
  parents.write(tree);
}
