import type { FaultCode } from '../part/merge-error.ts';
import { isElement, readAlternative, type StructureElement } from './structure-elements.ts';

/** Something that an accessible document must have and this one does not (ISO 14289-1). */
export interface Fault {
  code: FaultCode;
  /** Index of the part, from 0; undefined for the whole document. */
  part?: number;
  element?: StructureElement;
  /** Why a user's PDF cannot be taken. */
  reason?: string;
  /** Characters of private use without text. */
  characters?: readonly string[];
  /** The level of a heading, and of the one before it: 0 for none. */
  levels?: [before: number, level: number];
}

/**
 * The faults of the elements of a part, in their order. `level` is that of the last heading before it; 0 for none. The author of a
 * foreign PDF may say that a picture has no text.
 */
export function findFaults(elements: Iterable<StructureElement>, part: number, level: number, isForeign: boolean) {
  const faults: Fault[] = [];
  let last = level;
  for (const element of elements) {
    const { role } = element;
    const isPicture = role === 'Figure' || role === 'Formula';
    if (isPicture && readAlternative(element) === undefined && !(isForeign && element.dict.has('ActualText'))) {
      faults.push({ code: 'no_alternative', part, element });
    }
    const heading = readLevel(element);
    if (heading > last + 1) faults.push({ code: 'heading_skipped', part, element, levels: [last, heading] });
    if (heading > 0) last = heading;
    if (role === 'Table' && !hasHeaderCell(element)) faults.push({ code: 'no_header_cells', part, element });
  }
  return { faults, level: last };
}

/** The level of a heading; 0 for anything else. */
export function readLevel({ role }: StructureElement): number {
  return Number(/^H([1-6])$/.exec(role)?.[1] ?? 0);
}

/** Whether a table has a header cell, in its rows or those of its groups. Tables in its cells have their own. */
function hasHeaderCell(table: StructureElement): boolean {
  const inner = table.kids.filter(isElement);
  const rows = [...inner, ...inner.flatMap(({ role, kids }) => (role === 'TR' ? [] : kids.filter(isElement)))];
  return rows.some(({ kids }) => kids.some((kid) => isElement(kid) && kid.role === 'TH'));
}
