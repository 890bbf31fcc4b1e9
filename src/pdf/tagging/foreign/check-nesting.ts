import { isElement, type StructureElement, walkStructure } from '../structure-elements.ts';
import type { TagBreach } from './tag-breach.ts';

/** The elements that an element must be in, and the clauses of ISO 14289-1 and -2 that say so (ISO 32000-1, 14.8.4.3). */
const parents: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    TR: ['Table', 'THead', 'TBody', 'TFoot'],
    THead: ['Table'],
    TBody: ['Table'],
    TFoot: ['Table'],
    TH: ['TR'],
    TD: ['TR'],
    LI: ['L'],
    LBody: ['LI'],
    TOCI: ['TOC'],
  }),
);

/** The only elements that an element may contain. */
const children: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    Table: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'],
    THead: ['TR'],
    TBody: ['TR'],
    TFoot: ['TR'],
    TR: ['TH', 'TD'],
    L: ['L', 'LI', 'Caption'],
    LI: ['Lbl', 'LBody'],
    TOC: ['TOC', 'TOCI', 'Caption'],
  }),
);

/** Finds tables, lists and tables of contents that are not nested as readers expect (ISO 14289-1, 7.2). */
export function* checkNesting(tops: readonly StructureElement[]): Generator<TagBreach> {
  for (const element of walkStructure(tops)) {
    const { role } = element;
    const above = findParent(element)?.role;
    const wanted = parents.get(role);
    if (wanted !== undefined && !wanted.includes(above ?? '')) {
      yield { element, clause: '7.2', what: `the tag ${role} is not directly inside ${listNames(wanted)}` };
    }
    const allowed = children.get(role);
    if (allowed === undefined) continue;
    const kids = listKids(element).map((kid) => kid.role);
    const other = kids.find((kid) => !allowed.includes(kid));
    if (other !== undefined) {
      const what = `the tag ${role} contains the tag ${other}, and may contain only ${listNames(allowed)}`;
      yield { element, clause: '7.2', what };
    }
    const order = findMisplaced(role, kids);
    if (order !== undefined) yield { element, clause: '7.2', what: order };
  }
}

/** What is wrong about the number and the order of the kids of an element. */
function findMisplaced(role: string, kids: readonly string[]): string | undefined {
  const count = (name: string) => kids.filter((kid) => kid === name).length;
  const caption = kids.indexOf('Caption');
  if (role === 'Table') {
    if (count('Caption') > 1) return 'the tag Table contains more than one tag Caption';
    if (caption > 0 && caption < kids.length - 1)
      return 'the tag Caption is neither the first nor the last in its Table';
    for (const group of ['THead', 'TFoot']) {
      if (count(group) > 1) return `the tag Table contains more than one tag ${group}`;
      if (count(group) > 0 && count('TBody') === 0) return `the tag Table contains ${group} but no TBody`;
    }
  } else if (kids.lastIndexOf('Caption') > 0) return `the tag Caption is not the first in its ${role}`;
  return undefined;
}

/** The elements directly in an element. Those that mean nothing by themselves are looked through. */
export function listKids({ kids }: StructureElement): StructureElement[] {
  return kids.filter(isElement).flatMap((kid) => (kid.role === 'NonStruct' ? listKids(kid) : [kid]));
}

function findParent({ parent }: StructureElement): StructureElement | undefined {
  return parent?.role === 'NonStruct' ? findParent(parent) : parent;
}

function listNames(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
