import { doc, dom } from '../dom/dom.ts';

/** What an ancestor loses, so that the element begins where the page does and is as wide. */
const plainBox =
  'display: block; position: static; float: none; margin: 0; border: 0; padding: 0; width: auto; min-width: 0; max-width: none; height: auto; min-height: 0; max-height: none; overflow: visible; transform: none; columns: auto;';

/**
 * Leaves the first element that a selector matches alone in the document: its siblings, and those of its ancestors, are not displayed.
 * Returns whether there is one. Throws if the selector is invalid.
 */
export function selectElement(selector: string): boolean {
  const selected = doc.querySelector(selector);
  if (selected === null) return false;
  for (let element = selected; element !== doc.documentElement; ) {
    const { parentElement } = dom(element);
    if (parentElement === null) break;
    for (const sibling of dom(parentElement).children) {
      if (sibling !== element && dom(sibling as HTMLElement).style) setStyle(sibling as HTMLElement, 'display: none');
    }
    if (parentElement !== doc.documentElement) setStyle(parentElement, plainBox);
    element = parentElement;
  }
  return true;
}

function setStyle(element: HTMLElement, declarations: string): void {
  for (const declaration of declarations.split(';')) {
    const [name = '', value = ''] = declaration.split(':');
    if (name.trim() !== '') dom(element).style.setProperty(name.trim(), value.trim(), 'important');
  }
}
