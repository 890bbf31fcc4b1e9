import { placePrefix } from '../names.ts';
import { dom } from './dom.ts';

/** Characters of an id or a class. Warnings show less of it. */
const nameLimit = 200;

/** What a warning calls an element: its kind with its own id, or its first class. */
export function nameElement(element: Element): string {
  const { localName, id, classList } = dom(element);
  if (id && !id.startsWith(placePrefix)) return `${localName}#${id.slice(0, nameLimit)}`;
  return classList.length > 0 ? `${localName}.${classList[0]?.slice(0, nameLimit)}` : localName;
}
