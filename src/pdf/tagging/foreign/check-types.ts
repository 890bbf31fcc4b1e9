import { asName, asString, type PdfDict } from '../../objects/objects.ts';
import { isStandardType, type StructureElement, walkStructure } from '../structure-elements.ts';
import { listKids } from './check-nesting.ts';
import { isOfSecondPart } from './second-part.ts';
import type { TagBreach } from './tag-breach.ts';

/** What the tags of all parts have in common. */
export interface SharedTags {
  /** Whether a part has headings of levels (H1 to H6). */
  hasLevels: boolean;
  /** The identifiers of notes. */
  notes: Set<string>;
}

/** Finds types of elements that the role map does not lead to one that readers know (ISO 14289-1, 7.1). */
export function* checkRoles(tops: readonly StructureElement[], roles: PdfDict | undefined): Generator<TagBreach> {
  const checked = new Set<string>();
  for (const element of walkStructure(tops)) {
    const name = asName(element.dict.get('S')) ?? '';
    if (checked.has(name) || isOfSecondPart(element)) continue;
    checked.add(name);
    const other = asName(roles?.get(name));
    if (isCircular(name, roles)) {
      yield { element, clause: '7.1', what: `the tag ${name} is mapped in a circle` };
    } else if (isStandardType(name)) {
      if (other !== undefined) yield { element, clause: '7.1', what: `the standard tag ${name} is mapped to ${other}` };
    } else if (!isStandardType(element.role)) {
      yield { element, clause: '7.1', what: `the tag ${name} is not mapped to a standard one` };
    }
  }
}

function isCircular(name: string, roles: PdfDict | undefined): boolean {
  const seen = new Set<string>();
  for (let role: string | undefined = name; role !== undefined; role = asName(roles?.get(role))) {
    if (seen.has(role)) return true;
    seen.add(role);
  }
  return false;
}

/** Finds headings of both kinds in one document, two plain headings in one element (7.4.4), and notes without a name (7.9). */
export function* checkHeadings(tops: readonly StructureElement[], shared: SharedTags): Generator<TagBreach> {
  const elements = [...walkStructure(tops)];
  shared.hasLevels ||= elements.some(({ role }) => /^H[1-9]\d*$/.test(role));
  const plain = elements.find(({ role }) => role === 'H');
  if (plain !== undefined && shared.hasLevels) {
    yield {
      element: plain,
      clause: '7.4.4',
      what: 'it has both headings with a level (H1, H2, …) and without one (H)',
    };
  }
  for (const element of elements) {
    if (listKids(element).filter(({ role }) => role === 'H').length > 1) {
      yield { element, clause: '7.4.4', what: `the tag ${element.role} contains more than one tag H` };
    }
  }
}

/** Finds notes without their own identifier (ISO 14289-1, 7.9). `names` are the new identifiers of the part. */
export function* checkNotes(
  tops: readonly StructureElement[],
  names: ReadonlyMap<string, string>,
  { notes }: SharedTags,
): Generator<TagBreach> {
  for (const element of walkStructure(tops)) {
    if (element.role !== 'Note') continue;
    const own = asString(element.dict.get('ID')) ?? '';
    const id = names.get(own) ?? own;
    if (id === '') yield { element, clause: '7.9', what: 'a note has no ID' };
    else if (notes.has(id)) yield { element, clause: '7.9', what: 'two notes have the same ID' };
    notes.add(id);
  }
}
