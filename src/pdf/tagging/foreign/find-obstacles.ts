import { asDict, PdfDamage, type PdfDict, resolve } from '../../objects/objects.ts';
import { readXmp } from '../../part/foreign/read-xmp.ts';
import type { OpenPart } from '../../part/open-part.ts';
import type { StructureNames } from '../../part/structure.ts';
import type { Fault } from '../find-faults.ts';
import type { PageMarker } from '../mark-pages.ts';
import type { StructureElement } from '../structure-elements.ts';
import { checkTables } from './check-cells.ts';
import { checkNesting } from './check-nesting.ts';
import { checkPageAnnotations } from './check-page-annotations.ts';
import { checkHeadings, checkNotes, checkRoles, type SharedTags } from './check-types.ts';
import type { TagBreach } from './tag-breach.ts';

/** Breaches of a part that an error names. */
const shownLimit = 10;

/** The tags of a user's PDF. */
interface ForeignTags {
  part: OpenPart;
  names: StructureNames;
  tops: readonly StructureElement[];
}

/**
 * Why a user's PDF cannot be a part of an accessible document. It must claim PDF/UA-1 itself, because only its author knows whether its
 * tags match its pages; what it paints must be marked; and the tags must be as readers expect.
 */
export function findObstacles(tags: ForeignTags, marker: PageMarker, shared: SharedTags): Fault[] {
  const { part, names, tops } = tags;
  const claim = findMissingClaim(part);
  if (claim !== undefined) return [{ code: 'not_accessible', part: part.index, reason: claim }];
  const tree = asDict(part.catalog.get('StructTreeRoot'));
  const breaches: TagBreach[] = [
    ...checkRoles(tops, asDict(tree?.get('RoleMap'))),
    ...checkNesting(tops),
    ...checkTables(tops, asDict(tree?.get('ClassMap'))),
    ...checkHeadings(tops, shared),
    ...checkNotes(tops, names.ids, shared),
  ];
  const reasons = [...listPaintings(part, marker), ...checkPageAnnotations(part, tops)];
  const faults = [
    ...reasons.map((reason): Fault => ({ code: 'not_accessible', part: part.index, reason })),
    ...breaches.map(({ what, clause, element }): Fault => {
      const reason = `${what} (ISO 14289-1, ${clause})`;
      return { code: 'not_accessible', part: part.index, reason, ...(element && { element }) };
    }),
  ];
  return faults.slice(0, shownLimit);
}

function findMissingClaim({ catalog }: OpenPart): string | undefined {
  if (!claimsAccessible(readXmp(catalog))) return 'does not claim to be PDF/UA-1 (ISO 14289-1, clause 5)';
  const marks = asDict(catalog.get('MarkInfo'));
  if (resolve(marks?.get('Marked')) !== true || resolve(marks?.get('Suspects')) === true) {
    return 'does not say that its tags are sound (ISO 14289-1, 7.1)';
  }
  return undefined;
}

/** What pages paint outside of their tags, or in two kinds of marks at once, in words. */
function listPaintings({ pages }: OpenPart, marker: PageMarker): string[] {
  try {
    const unmarked = pages.findIndex((page) => marker.markPage(asDict(page) as PdfDict));
    if (unmarked >= 0) return [`paints outside of its tags on page ${unmarked + 1} (ISO 14289-1, 7.1)`];
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    return [`has content that cannot be looked through: ${error.message}`];
  }
  return marker.hasMixedMarks ? ['has content that is both tagged and an artifact (ISO 14289-1, 7.1)'] : [];
}

/** Whether XMP names part 1 of PDF/UA, as an element or as an attribute. */
function claimsAccessible(xmp: string): boolean {
  return /<pdfuaid:part>\s*1\s*<|\bpdfuaid:part\s*=\s*["']1["']/.test(xmp);
}
