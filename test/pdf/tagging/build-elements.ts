import { buildDict, PdfRef } from '../../../src/pdf/objects/objects.ts';
import { type ElementKid, isElement, type StructureElement } from '../../../src/pdf/tagging/structure-elements.ts';

/** An element as a list: its type and its kids; a mark as a number, the annotation of a link as "link". */
export type Tree = [type: string, ...kids: (Tree | number | 'link')[]];

/** Elements that are in no file. */
export function buildElements([role, ...kids]: Tree, parent?: StructureElement): StructureElement {
  const dict = buildDict({ S: role });
  const element: StructureElement = { ref: new PdfRef(dict), dict, role, parent, kids: [] };
  element.kids = kids.map((kid): ElementKid => {
    if (typeof kid === 'number') return { object: kid, mcid: kid };
    return kid === 'link' ? { object: null, annotation: new Map() } : buildElements(kid, element);
  });
  return element;
}

/** Elements as a list again. Throws if an element does not name the one that holds it, or has two types. */
export function describeElements(element: StructureElement): Tree {
  if (element.dict.get('S') !== element.role) throw new Error(`${element.role} is ${element.dict.get('S')}`);
  const kids = element.kids.map((kid) => {
    if (!isElement(kid)) return kid.mcid ?? 'link';
    if (kid.parent !== element) throw new Error(`${kid.role} does not name ${element.role}`);
    return describeElements(kid);
  });
  return [element.role, ...kids];
}
