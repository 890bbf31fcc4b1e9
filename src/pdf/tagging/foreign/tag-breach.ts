import type { StructureElement } from '../structure-elements.ts';

/** Something that tags must not be like under PDF/UA. */
export interface TagBreach {
  /** In words. */
  what: string;
  /** The clause of ISO 14289. */
  clause: string;
  /** Where it is; undefined for the whole document. */
  element?: StructureElement;
}
