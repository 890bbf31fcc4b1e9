import type { InflateBudget } from '../objects/decode-stream.ts';
import { asArray, asDict, asList, type PdfDict, type PdfObject, PdfString } from '../objects/objects.ts';
import { readLanguage } from '../objects/text-string.ts';
import type { OpenPart } from '../part/open-part.ts';
import type { JoinedStructure, StructureNames } from '../part/structure.ts';
import { joinHidden } from './adopt-text.ts';
import { shorten } from './explain-faults.ts';
import { type Fault, findFaults, readLevel } from './find-faults.ts';
import { findLostText } from './find-lost-text.ts';
import type { SharedTags } from './foreign/check-types.ts';
import { findObstacles } from './foreign/find-obstacles.ts';
import { nameStandardTypes } from './foreign/second-part.ts';
import { findBareLinks } from './link-areas.ts';
import { PageMarker } from './mark-pages.ts';
import { ParentTree } from './parent-tree.ts';
import { type ReadText, repairLink } from './repair-links.ts';
import { repairFigure, repairList } from './repair-lists.ts';
import { repairHeaders, repairTable } from './repair-tables.ts';
import {
  type ContentOwner,
  changeRole,
  isContent,
  isElement,
  type MarkedContent,
  mapRoles,
  noteContent,
  readAlternative,
  readElements,
  type StructureElement,
  walkStructure,
  writeElements,
} from './structure-elements.ts';

const inflateLimit = 1024 * 1024 * 1024;

/** The faults of a document, and how to read the text of its elements. */
export interface Accessibility {
  faults: Fault[];
  read: ReadText;
}

/** The tags of a part. */
interface PartTags {
  part: OpenPart;
  names: StructureNames;
  tops: StructureElement[];
  /** What its marks count in. */
  owners: Set<ContentOwner>;
}

/** What repairs of all parts need. */
interface Tools {
  /** The element that holds each mark. */
  marked: MarkedContent;
  /** Elements whose text is read: links, and those at fault. */
  wanted: Set<StructureElement>;
  marker: PageMarker;
  parents: ParentTree;
  /** The role map of the document. */
  roles: PdfDict;
  read: ReadText;
  /** Whether the text of all elements is read. */
  comparesText: boolean;
  shared: SharedTags;
  /** Whether the document becomes PDF/UA-2. */
  isSecond: boolean;
}

/**
 * Repairs the tags of the parts that our Chromium wrote so far as that can be done without their author (ISO 14289-1, clause 7),
 * and finds what cannot, with `findsPrivate` also characters of private use. Parts of users stay unchanged, and are looked through; for
 * PDF/UA-2 their own types become standard ones.
 */
export function makeAccessible(
  parts: readonly OpenPart[],
  structure: JoinedStructure,
  { findsPrivate, isSecond }: { findsPrivate: boolean; isSecond: boolean },
): Accessibility {
  const root: PdfDict = asDict(structure.root) ?? new Map();
  const marked: Tools['marked'] = new Map();
  const wanted: Tools['wanted'] = new Set();
  const budget: InflateBudget = { bytes: inflateLimit };
  const isCut =
    parts.some(({ cut }) => cut) || parts.flatMap(({ numbers }) => numbers).some((number, at) => number !== at);
  // Of pages that are left out, the text is missing.
  const comparesText = !isCut && parts.some(({ part }) => (part.texts?.length ?? 0) > 0);
  const marker = new PageMarker(marked, (element) => comparesText || wanted.has(element), budget, findsPrivate);
  const tools: Tools = {
    marked,
    wanted,
    marker,
    parents: new ParentTree(root),
    roles: asDict(root.get('RoleMap')) ?? new Map<string, PdfObject>(),
    comparesText,
    read: ({ owner, mcid }) => (owner && marker.texts.get(owner)?.get(mcid ?? -1)) ?? '',
    shared: { hasLevels: false, notes: new Set() },
    isSecond,
  };
  const faults: Fault[] = [];
  let level = 0;
  for (const part of parts) {
    const tags = readTags(part, structure);
    if (tags === undefined) {
      faults.push({ code: 'no_tags', part: part.index });
      continue;
    }
    if (!part.part.foreign) repairElements(tags);
    if (isCut && !part.part.foreign) closeGaps(tags.tops, level);
    const found = findFaults(walkStructure(tags.tops), part.index, level, part.part.foreign);
    level = found.level;
    noteContent(tags.tops, marked);
    noteWanted(tags.tops, found.faults, wanted);
    const others = (part.part.foreign ? checkForeign : repairPart)(tags, tools);
    for (const fault of [...found.faults, ...others, ...findLost(tags, tools)]) faults.push(fault);
  }
  if (tools.roles.size > 0) root.set('RoleMap', tools.roles);
  tools.parents.write(root);
  return { faults, read: tools.read };
}

/** The structure tree of a part; undefined if it has none. */
function readTags(part: OpenPart, structure: JoinedStructure): PartTags | undefined {
  const names = structure.names.get(part);
  const tree = asDict(part.catalog.get('StructTreeRoot'));
  if (names === undefined || tree === undefined) return undefined;
  const tops = readElements(asList(tree.get('K')), part.part.foreign ? asDict(tree.get('RoleMap')) : undefined);
  return { part, names, tops, owners: listOwners(tops) };
}

function repairPart({ part, tops, names, owners }: PartTags, { marked, marker, parents, roles, read }: Tools): Fault[] {
  const said = { spoken: new Map(Object.entries(part.part.spoken ?? {})), hidden: joinHidden(part.part.hidden) };
  const bareLinks = findBareLinks(tops);
  for (const page of part.pages) {
    const dict = asDict(page) as PdfDict;
    for (const owner of marker.adoptPage(page, tops[0], said, bareLinks)) owners.add(owner);
    if (asArray(dict.get('Annots')).length > 0) dict.set('Tabs', 'S');
  }
  parents.nameContent(owners, marked, names);
  const silent = [...walkStructure(tops)].filter((element) => !repairLink(element, read));
  parents.adoptLinks(part.pages, tops, names);
  writeElements(walkStructure(tops));
  mapRoles(walkStructure(tops), roles);
  return [
    ...silent.map((element): Fault => ({ code: 'no_link_text', part: part.index, element })),
    ...findPrivate(part, tops, marker),
  ];
}

function findPrivate({ index }: OpenPart, tops: readonly StructureElement[], { privates }: PageMarker): Fault[] {
  const unspoken = [...walkStructure(tops)].filter((element) => privates.has(element) && !isSpoken(element));
  return unspoken.map((element): Fault => {
    return { code: 'no_character_text', part: index, element, characters: privates.get(element) ?? [] };
  });
}

/** What the document of a part has as text and its tags have not: what effects have turned into a picture, or else what is found missing. */
function findLost({ part, tops }: PartTags, { read, comparesText }: Tools): Fault[] {
  const { pictured = [], texts = [] } = part.part;
  const reasons = [...pictured];
  if (comparesText && pictured.length === 0 && texts.length > 0) {
    const items = [...walkStructure(tops)].flatMap(({ kids }) => kids.filter(isContent));
    for (const text of findLostText(texts, items.map(read).join('')))
      reasons.push(`text is printed without tags and cannot be read aloud: "${shorten(text)}"`);
  }
  return reasons.map((reason): Fault => ({ code: 'text_lost', part: part.index, reason }));
}

/** Whether an element, or one above it, has a text that represents what it shows. */
function isSpoken(element: StructureElement): boolean {
  for (let each: StructureElement | undefined = element; each !== undefined; each = each.parent) {
    if (readAlternative(each) !== undefined) return true;
  }
  return false;
}

/** Looks through a user's PDF. Its annotations are reached in the order of its tags. */
function checkForeign(tags: PartTags, { marker, shared, isSecond }: Tools): Fault[] {
  const { part, tops } = tags;
  for (const page of part.pages) {
    const dict = asDict(page) as PdfDict;
    if (asArray(dict.get('Annots')).length > 0) dict.set('Tabs', 'S');
  }
  const obstacles = findObstacles(tags, marker, shared, isSecond);
  if (!isSecond || obstacles.length > 0) return obstacles;
  nameStandardTypes(tops);
  return findPrivate(part, tops, marker);
}

function repairElements({ tops, names }: PartTags): void {
  const ids = new Set(names.ids.keys());
  for (const element of walkStructure(tops)) {
    // A heading of a level beyond six: a plain H goes with no numbered one (ISO 14289-1, 7.4.4).
    if (element.role === 'H') changeRole(element, 'P');
    repairFigure(element);
    repairList(element);
    repairTable(element);
    repairHeaders(element, ids);
    repairLanguage(element.dict);
  }
}

/** Where pages were left out, headings may be missing: those below rise by as many levels. */
function closeGaps(tops: readonly StructureElement[], level: number): void {
  let last = level;
  for (const element of walkStructure(tops)) {
    const own = readLevel(element);
    if (own > last + 1) changeRole(element, `H${last + 1}`);
    last = readLevel(element) || last;
  }
}

/** A language tag is repaired if possible, and otherwise dropped. */
function repairLanguage(dict: PdfDict): void {
  if (!dict.has('Lang')) return;
  const tag = readLanguage(dict);
  if (tag === undefined) dict.delete('Lang');
  else dict.set('Lang', new PdfString(tag));
}

/** What the marks of these elements count in, before some of them are dropped. */
function listOwners(tops: readonly StructureElement[]): Set<ContentOwner> {
  const owners = new Set<ContentOwner>();
  for (const { kids } of walkStructure(tops)) {
    for (const kid of kids) if (!isElement(kid) && kid.owner !== undefined) owners.add(kid.owner);
  }
  return owners;
}

function noteWanted(tops: readonly StructureElement[], faults: readonly Fault[], wanted: Tools['wanted']): void {
  const links = [...walkStructure(tops)].filter(({ role }) => role === 'Link');
  for (const element of [...links, ...faults.flatMap((fault) => fault.element ?? [])]) {
    for (const each of walkStructure([element])) wanted.add(each);
  }
}
