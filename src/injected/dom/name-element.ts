import { placePrefix } from '../names.ts';

/** What a warning calls an element: its kind with its own id, or its first class. */
export function nameElement({ localName, id, classList }: Element): string {
  if (id && !String(id).startsWith(placePrefix)) return `${localName}#${id}`;
  return classList.length > 0 ? `${localName}.${classList[0]}` : localName;
}
