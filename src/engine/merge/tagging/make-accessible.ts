import type { InflateBudget } from '../../pdf/decode-stream.ts';
import { asArray, asDict, asString, type PdfDict, type PdfObject, PdfString, resolve } from '../../pdf/objects.ts';
import type { OpenPart } from '../open-part.ts';
import type { JoinedStructure, StructureNames } from '../structure.ts';
import { findObstacle } from './check-foreign.ts';
import { type Fault, findFaults } from './find-faults.ts';
import { mapRoles } from './map-roles.ts';
import { PageMarker } from './mark-pages.ts';
import { mendFigure } from './mend-figures.ts';
import { mendLink, type ReadText } from './mend-links.ts';
import { mendList } from './mend-lists.ts';
import { mendHeaders, mendTable } from './mend-tables.ts';
import { ParentTree } from './parent-tree.ts';
import {
  type ContentOwner,
  changeRole,
  isElement,
  readElements,
  type StructureElement,
  walkStructure,
  writeElements,
} from './structure-elements.ts';

const inflateLimit = 256 * 1024 * 1024;

/** The faults of a document, and how to read the text of its elements. */
export interface Accessibility {
  faults: Fault[];
  read: ReadText;
}

/** What all parts are mended with. */
interface Tools {
  /** The element that holds each mark. */
  marked: Map<ContentOwner, Map<number, StructureElement>>;
  marker: PageMarker;
  parents: ParentTree;
  /** The role map of the document. */
  roles: PdfDict;
  read: ReadText;
}

/**
 * Mends the tags of the parts that our Chromium wrote so far as that can be done without their author (ISO 14289-1, clause 7),
 * and finds what cannot. Parts of users stay as they are, and are looked through.
 */
export function makeAccessible(parts: readonly OpenPart[], structure: JoinedStructure): Accessibility {
  const root: PdfDict = asDict(structure.root) ?? new Map();
  const marked: Tools['marked'] = new Map();
  const budget: InflateBudget = { bytes: inflateLimit };
  const marker = new PageMarker(marked, budget);
  const tools: Tools = {
    marked,
    marker,
    parents: new ParentTree(root),
    roles: asDict(root.get('RoleMap')) ?? new Map<string, PdfObject>(),
    read: ({ owner, mcid }) => (owner && marker.texts.get(owner)?.get(mcid ?? -1)) ?? '',
  };
  const faults: Fault[] = [];
  let level = 0;
  for (const part of parts) {
    const names = structure.names.get(part);
    const tree = asDict(part.catalog.get('StructTreeRoot'));
    const tops =
      names && tree ? readElements(listTops(tree), part.part.foreign ? asDict(tree.get('RoleMap')) : undefined) : [];
    if (names === undefined || tops.length === 0) {
      faults.push({ code: 'no_tags', part: part.index });
      continue;
    }
    faults.push(...(part.part.foreign ? checkForeign : mendPart)(part, tops, names, tools));
    const found = findFaults(walkStructure(tops), part.index, level);
    level = found.level;
    faults.push(...found.faults);
  }
  if (tools.roles.size > 0) root.set('RoleMap', tools.roles);
  tools.parents.write(root);
  return { faults, read: tools.read };
}

function listTops(tree: PdfDict): PdfObject[] {
  const top = tree.get('K') ?? null;
  return Array.isArray(resolve(top)) ? asArray(top) : [top];
}

function mendPart(part: OpenPart, tops: readonly StructureElement[], names: StructureNames, tools: Tools): Fault[] {
  const { marked, marker, parents } = tools;
  const owners = listOwners(tops);
  mendElements(tops, names);
  noteContent(tops, marked);
  for (const page of part.pages) {
    const dict = asDict(page) as PdfDict;
    marker.markPage(dict);
    if (asArray(dict.get('Annots')).length > 0) dict.set('Tabs', 'S');
  }
  parents.nameContent(owners, marked, names);
  const silent = [...walkStructure(tops)].filter((element) => !mendLink(element, tools.read));
  parents.adoptLinks(part.pages, tops, names);
  writeElements(walkStructure(tops));
  mapRoles(walkStructure(tops), tools.roles);
  return silent.map((element) => ({ code: 'no_link_text', part: part.index, element }));
}

function checkForeign(part: OpenPart, tops: readonly StructureElement[], _: StructureNames, tools: Tools): Fault[] {
  noteContent(tops, tools.marked);
  const reason = findObstacle(part, tools.marker);
  return reason === undefined ? [] : [{ code: 'not_accessible', part: part.index, reason }];
}

function mendElements(tops: readonly StructureElement[], names: StructureNames): void {
  const ids = new Set(names.ids.keys());
  for (const element of walkStructure(tops)) {
    // A heading of a level beyond six: a plain H goes with no numbered one (ISO 14289-1, 7.4.4).
    if (element.role === 'H') changeRole(element, 'P');
    mendFigure(element);
    mendList(element);
    mendTable(element);
    mendHeaders(element, ids);
    mendLanguage(element.dict);
  }
}

/** A language as HTML pages write it is mended where it is one but for its sign, and dropped where it is none (RFC 5646). */
function mendLanguage(dict: PdfDict): void {
  const language = asString(dict.get('Lang'));
  if (language === undefined) return;
  const mended = language.replaceAll('_', '-');
  if (/^[a-z]{1,8}(-[a-z\d]{1,8})*$/i.test(mended)) dict.set('Lang', new PdfString(mended));
  else dict.delete('Lang');
}

/** What the marks of these elements count in, before some of them are dropped. */
function listOwners(tops: readonly StructureElement[]): Set<ContentOwner> {
  const owners = new Set<ContentOwner>();
  for (const { kids } of walkStructure(tops)) {
    for (const kid of kids) if (!isElement(kid) && kid.owner !== undefined) owners.add(kid.owner);
  }
  return owners;
}

function noteContent(tops: readonly StructureElement[], marked: Tools['marked']): void {
  for (const element of walkStructure(tops)) {
    for (const kid of element.kids) {
      if (isElement(kid) || kid.owner === undefined || kid.mcid === undefined) continue;
      const elements = marked.get(kid.owner) ?? new Map<number, StructureElement>();
      marked.set(kid.owner, elements.set(kid.mcid, element));
    }
  }
}
