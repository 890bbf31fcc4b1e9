import { asDict, type PdfDict, resolve, unlessDamaged } from '../../objects/objects.ts';
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
import { checkForSecondPart } from './second-part.ts';
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
 * Why a user's PDF cannot be a part of an accessible document, of PDF/UA-2 if `isSecond`. It must claim PDF/UA itself, because only its author
 * knows whether its tags match its pages; what it paints must be marked; and the tags must be as readers expect.
 */
export function findObstacles(
  { part, names, tops }: ForeignTags,
  marker: PageMarker,
  shared: SharedTags,
  isSecond: boolean,
): Fault[] {
  const claim = findMissingClaim(part, isSecond);
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
  const second = isSecond ? [...checkForSecondPart(tops)] : [];
  const faults = [
    ...reasons.map((reason): Fault => ({ code: 'not_accessible', part: part.index, reason })),
    ...breaches.map((breach) => explain(breach, part.index, 'ISO 14289-1')),
    ...second.map((breach) => explain(breach, part.index, 'ISO 14289-2')),
  ];
  return faults.slice(0, shownLimit);
}

function explain({ what, clause, element }: TagBreach, part: number, standard: string): Fault {
  return { code: 'not_accessible', part, reason: `${what} (${standard}, ${clause})`, ...(element && { element }) };
}

function findMissingClaim({ catalog }: OpenPart, isSecond: boolean): string | undefined {
  const xmp = readXmp(catalog);
  if (!claimsPart(xmp, '1') && !(isSecond && claimsPart(xmp, '2'))) {
    const wanted = isSecond ? 'PDF/UA-2 or PDF/UA-1 (ISO 14289-2, clause 5)' : 'PDF/UA-1 (ISO 14289-1, clause 5)';
    return `does not claim to be ${wanted}`;
  }
  const marks = asDict(catalog.get('MarkInfo'));
  if (resolve(marks?.get('Marked')) !== true || resolve(marks?.get('Suspects')) === true) {
    return 'does not say that its tags are sound (ISO 14289-1, 7.1)';
  }
  return undefined;
}

/** What pages paint outside of their tags, or in two kinds of marks at once, in words. */
function listPaintings({ pages }: OpenPart, marker: PageMarker): string[] {
  const look = () => {
    const unmarked = pages.findIndex((page) => marker.markPage(asDict(page) as PdfDict));
    if (unmarked >= 0) return [`paints outside of its tags on page ${unmarked + 1} (ISO 14289-1, 7.1)`];
    return marker.hasMixedMarks ? ['has content that is both tagged and an artifact (ISO 14289-1, 7.1)'] : [];
  };
  return unlessDamaged(look, ({ message }) => [`has content that cannot be looked through: ${message}`]);
}

/** Whether XMP names a part of PDF/UA, as an element or as an attribute. */
function claimsPart(xmp: string, part: '1' | '2'): boolean {
  return new RegExp(`<pdfuaid:part>\\s*${part}\\s*<|\\bpdfuaid:part\\s*=\\s*["']${part}["']`).test(xmp);
}
