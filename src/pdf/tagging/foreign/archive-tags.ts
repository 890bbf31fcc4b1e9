import { asDict, asList, asName, asString } from '../../objects/objects.ts';
import { findOddLanguage } from '../../objects/text-string.ts';
import type { OpenPart } from '../../part/open-part.ts';
import {
  type ContentOwner,
  isElement,
  readElements,
  type StructureElement,
  walkStructure,
} from '../structure-elements.ts';
import { checkRoles } from './check-types.ts';

/** What an archive of level A asks of the tags of a user's PDF. */
interface ArchiveTags {
  /** In words, each with its clause of ISO 19005-2. */
  breaches: { what: string; clause: string }[];
  /** The types of elements. */
  types: Set<string>;
  /** Whether an element says which text a mark represents (ISO 32000-1, 14.9.4). */
  isSpoken(owner: ContentOwner, mcid: number): boolean;
}

/** Looks through the tags of a user's PDF for an archive of level A (ISO 19005-2, 6.7). */
export function readArchiveTags({ catalog }: OpenPart): ArchiveTags {
  const tree = asDict(catalog.get('StructTreeRoot'));
  const roles = asDict(tree?.get('RoleMap'));
  const tops = readElements(asList(tree?.get('K')), roles);
  const breaches = [...checkRoles(tops, roles)].map(({ what }) => ({ what, clause: '6.7.3.4' }));
  const spoken = new Map<ContentOwner, Set<number>>();
  const types = new Set<string>();
  for (const element of walkStructure(tops)) {
    types.add(asName(element.dict.get('S')) ?? '');
    const language = findOddLanguage(element.dict);
    if (language !== undefined) breaches.push({ what: `the language ${language} of a tag`, clause: '6.7.4' });
    if (!isNamed(element)) continue;
    for (const kid of element.kids) {
      if (isElement(kid) || kid.owner === undefined || kid.mcid === undefined) continue;
      spoken.set(kid.owner, (spoken.get(kid.owner) ?? new Set()).add(kid.mcid));
    }
  }
  return { breaches, types, isSpoken: (owner, mcid) => spoken.get(owner)?.has(mcid) ?? false };
}

/** Whether an element, or one above it, has a text that replaces its own. */
function isNamed(element: StructureElement): boolean {
  for (let each: StructureElement | undefined = element; each !== undefined; each = each.parent) {
    if (asString(each.dict.get('ActualText')) !== undefined) return true;
  }
  return false;
}
