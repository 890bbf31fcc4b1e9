import { changeRole, isElement, readAlternative, type StructureElement } from './structure-elements.ts';

/**
 * A figure element of HTML holds an image and its caption. It is a group then: a Figure stands for one picture, and must
 * have a text of its own (ISO 14289-1, 7.3).
 */
export function mendFigure(element: StructureElement): void {
  if (element.role !== 'Figure' || readAlternative(element) !== undefined) return;
  if (!element.kids.some(isElement)) return;
  changeRole(element, 'Div');
  element.kids = element.kids.filter(isElement);
}
