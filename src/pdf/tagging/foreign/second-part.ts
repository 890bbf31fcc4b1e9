import { asDict, asName, asString } from '../../objects/objects.ts';
import { knowsType } from '../second/nesting-rules.ts';
import { changeRole, type StructureElement, walkStructure } from '../structure-elements.ts';
import type { TagBreach } from './tag-breach.ts';

/** The standard namespaces of PDF 1.7, which is the default, and of PDF 2.0 (ISO 32000-2, 14.8.6). */
const usual = 'http://iso.org/pdf/ssn';
const newer = 'http://iso.org/pdf2/ssn';

/** Types that must refer to what only the author of a PDF knows, or hold MathML (ISO 14289-2, 8.2.5). */
const referring = new Set(['FENote', 'Formula']);

/** Whether an element names a type of PDF 2.0 itself: its type is not mapped. */
export function isOfSecondPart({ dict }: StructureElement): boolean {
  return readNamespace(dict) === newer;
}

/** Finds what the tags of a user's PDF have that PDF/UA-2 wants otherwise, in a way that only its author can decide. */
export function* checkForSecondPart(tops: readonly StructureElement[]): Generator<TagBreach> {
  const checked = new Set<string>();
  for (const element of walkStructure(tops)) {
    const type = chooseType(element);
    const namespace = readNamespace(element.dict);
    const key = `${type} ${namespace}`;
    if (checked.has(key)) continue;
    checked.add(key);
    if (namespace !== usual && namespace !== newer)
      yield { element, clause: '8.2.4', what: `the tag ${type} is of the namespace ${JSON.stringify(namespace)}` };
    else if (!knowsType(type) || referring.has(type))
      yield { element, clause: '8.2.5', what: `the tag ${type} cannot be carried over` };
  }
}

/** Gives the elements of a user's PDF the standard types that their own ones are mapped to. */
export function nameStandardTypes(tops: readonly StructureElement[]): void {
  for (const element of walkStructure(tops)) {
    changeRole(element, chooseType(element));
    element.dict.delete('NS');
  }
}

function chooseType(element: StructureElement): string {
  return isOfSecondPart(element) ? (asName(element.dict.get('S')) ?? '') : element.role;
}

function readNamespace(dict: StructureElement['dict']): string {
  const space = asDict(dict.get('NS'));
  return space === undefined ? usual : (asString(space.get('NS')) ?? '');
}
