import {
  changeRole,
  type ElementKid,
  isElement,
  readAlternative,
  type StructureElement,
  unwrapGroup,
  wrapKids,
} from './structure-elements.ts';

/**
 * Gives lists the form that readers know (ISO 32000-1, table 336): an L holds a caption and LI, an LI holds Lbl and LBody. Content
 * elsewhere, such as a list directly in a list, gets its own item. Backgrounds of lists become artifacts.
 */
export function repairList(element: StructureElement): void {
  if (element.role === 'L') repairItems(element);
  else if (element.role === 'LI') {
    if (element.parent?.role === 'L') repairItem(element);
    else changeRole(element, 'Div');
  }
}

function repairItems(list: StructureElement): void {
  const kids: ElementKid[] = [];
  let strays: ElementKid[] = [];
  const flush = () => {
    if (strays.length === 0) return;
    const item = wrapKids('LI', list, []);
    item.kids.push(wrapKids('LBody', item, strays));
    kids.push(item);
    strays = [];
  };
  for (const kid of list.kids.flatMap((each) => unwrapGroup(list, each, (role) => role === 'LI'))) {
    if (!isElement(kid)) continue;
    if (kid.role === 'LI' || (kid.role === 'Caption' && kids.length + strays.length === 0)) {
      flush();
      kids.push(kid);
    } else strays.push(kid);
  }
  flush();
  list.kids = kids;
}

function repairItem(item: StructureElement): void {
  const kids: ElementKid[] = [];
  let body: ElementKid[] = [];
  const flush = () => {
    if (body.some(isElement)) kids.push(wrapKids('LBody', item, body));
    body = [];
  };
  for (const kid of item.kids) {
    if (isElement(kid) && (kid.role === 'Lbl' || kid.role === 'LBody')) {
      flush();
      kids.push(kid);
    } else body.push(kid);
  }
  flush();
  item.kids = kids;
}

/**
 * A figure element of HTML holds an image and its caption. It is a group then: a Figure represents one picture, and must
 * have its own text (ISO 14289-1, 7.3).
 */
export function repairFigure(element: StructureElement): void {
  if (element.role !== 'Figure' || readAlternative(element) !== undefined) return;
  if (!element.kids.some(isElement)) return;
  changeRole(element, 'Div');
  element.kids = element.kids.filter(isElement);
}
