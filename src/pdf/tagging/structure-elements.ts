import {
  asDict,
  asList,
  asName,
  asNumber,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import { decodeTextString } from '../objects/text-string.ts';

/** What a marked-content identifier counts in: a page, or a form XObject with its own marks (ISO 32000-2, 14.7.5). */
export type ContentOwner = PdfDict | PdfStream;

/** Marked content, or an annotation, that an element holds. */
export interface ContentItem {
  object: PdfObject;
  owner?: ContentOwner;
  mcid?: number;
  annotation?: PdfDict;
}

/** An element of a structure tree (ISO 32000-2, 14.7.2) while it is repaired. */
export interface StructureElement {
  ref: PdfRef;
  dict: PdfDict;
  /** Its standard type, where that is known. */
  role: string;
  parent: StructureElement | undefined;
  kids: ElementKid[];
}

/** The element that each mark belongs to, by what it counts in. */
export type MarkedContent = Map<ContentOwner, Map<number, StructureElement>>;

export type ElementKid = StructureElement | ContentItem;

export function isElement(kid: ElementKid): kid is StructureElement {
  return 'role' in kid;
}

export function isContent(kid: ElementKid): kid is ContentItem {
  return !isElement(kid);
}

/** The elements at the top of a tree, with all below them. `roles` maps their own types to standard ones. */
export function readElements(top: readonly PdfObject[], roles?: PdfDict): StructureElement[] {
  const seen = new Set<PdfDict>();
  const read = (object: PdfObject, parent: StructureElement | undefined): StructureElement | undefined => {
    const dict = asDict(object);
    if (dict === undefined || seen.has(dict) || !dict.has('S')) return undefined;
    seen.add(dict);
    const ref = object instanceof PdfRef ? object : new PdfRef(dict);
    return { ref, dict, role: findRole(asName(dict.get('S')) ?? '', roles), parent, kids: [] };
  };
  const elements = top.flatMap((object) => read(object, undefined) ?? []);
  const waiting = elements.toReversed();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const page = element.dict.get('Pg');
    for (const object of asList(element.dict.get('K'))) {
      const kid = read(object, element) ?? readContent(object, page);
      if (kid !== undefined) element.kids.push(kid);
    }
    for (const kid of element.kids.toReversed()) if (isElement(kid)) waiting.push(kid);
  }
  return elements;
}

/** The elements below one, and itself, in the order of the document. */
export function* walkStructure(top: readonly StructureElement[]): Generator<StructureElement> {
  const waiting = [...top].reverse();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    yield element;
    for (let i = element.kids.length - 1; i >= 0; i--) {
      const kid = element.kids[i] as ElementKid;
      if (isElement(kid)) waiting.push(kid);
    }
  }
}

/** Notes the elements that hold marked content. */
export function noteContent(tops: readonly StructureElement[], marked: MarkedContent): void {
  for (const element of walkStructure(tops)) {
    for (const kid of element.kids) {
      if (isElement(kid) || kid.owner === undefined || kid.mcid === undefined) continue;
      const elements = marked.get(kid.owner) ?? new Map<number, StructureElement>();
      marked.set(kid.owner, elements.set(kid.mcid, element));
    }
  }
}

/** Writes the kids of elements, and their parents, back into the tree. */
export function writeElements(elements: Iterable<StructureElement>): void {
  for (const { dict, ref, kids } of elements) {
    const objects = kids.map((kid) => (isElement(kid) ? kid.ref : kid.object));
    for (const kid of kids) if (isElement(kid)) kid.dict.set('P', ref);
    if (objects.length === 0) dict.delete('K');
    else dict.set('K', objects.length === 1 ? (objects[0] as PdfObject) : objects);
  }
}

/** A new element of a standard type that takes over some kids of `from`. */
export function wrapKids(role: string, from: StructureElement, kids: StructureElement['kids']): StructureElement {
  const dict = buildDict({ Type: 'StructElem', S: role, Pg: from.dict.get('Pg') });
  const element: StructureElement = { ref: new PdfRef(dict), dict, role, parent: from, kids };
  for (const kid of kids) if (isElement(kid)) kid.parent = element;
  return element;
}

/** The kids of a group that holds nothing but elements of wanted types and means nothing by itself, or the kid itself. */
export function unwrapGroup(
  above: StructureElement,
  kid: ElementKid,
  isWanted: (role: string) => boolean,
): readonly ElementKid[] {
  if (!isElement(kid) || !['NonStruct', 'Div'].includes(kid.role) || kid.kids.length === 0) return [kid];
  if (!kid.kids.every((item) => isElement(item) && isWanted(item.role))) return [kid];
  for (const item of kid.kids) if (isElement(item)) item.parent = above;
  return kid.kids;
}

/** Gives an element another standard type. */
export function changeRole(element: StructureElement, role: string): void {
  element.role = role;
  element.dict.set('S', role);
}

/** The alternative text of an element, or the text that replaces its content; undefined without one, or if it is empty. */
export function readAlternative({ dict }: StructureElement): string | undefined {
  const read = (key: string) => decodeTextString(asString(dict.get(key)) ?? '').trim();
  return read('Alt') || read('ActualText') || undefined;
}

const roleLimit = 16;

function findRole(name: string, roles: PdfDict | undefined): string {
  let role = name;
  for (let steps = 0; steps < roleLimit; steps++) {
    const next = asName(roles?.get(role));
    if (next === undefined) break;
    role = next;
  }
  return role;
}

function readContent(object: PdfObject, page: PdfObject | undefined): ContentItem | undefined {
  const value = resolve(object);
  if (typeof value === 'number') return { object: toReference(value, page), mcid: value, ...ownerOf(page) };
  if (!(value instanceof Map)) return undefined;
  const annotation = asDict(value.get('Obj'));
  if (asName(value.get('Type')) === 'OBJR') return { object, ...(annotation && { annotation }) };
  const mcid = asNumber(value.get('MCID'));
  if (mcid === undefined) return { object };
  if (!value.has('Pg') && page !== undefined) value.set('Pg', page);
  const stream = resolve(value.get('Stm'));
  return { object, mcid, ...(stream instanceof PdfStream ? { owner: stream } : ownerOf(value.get('Pg'))) };
}

/** A number counts on the page of the element that holds it, and items move. */
function toReference(mcid: number, page: PdfObject | undefined): PdfObject {
  return page === undefined ? mcid : buildDict({ Type: 'MCR', Pg: page, MCID: mcid });
}

function ownerOf(page: PdfObject | undefined): { owner?: ContentOwner } {
  const owner = asDict(page);
  return owner === undefined ? {} : { owner };
}

/** The standard structure types of PDF 1.7 (ISO 32000-1, 14.8.4). */
const standard = new Set(
  `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
  Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP
  Figure Formula Form`.split(/\s+/),
);

export function isStandardType(name: string): boolean {
  return standard.has(name);
}

/** The nearest standard type of those that Chromium writes beside them; Span for others. */
const nearest: ReadonlyMap<string, string> = new Map(
  Object.entries({ Aside: 'Div', Title: 'P', FENote: 'Div', DocumentFragment: 'Div' }),
);

/** Maps the types of elements that PDF 1.7 does not know to those that it does (ISO 14289-1, 7.1). */
export function mapRoles(elements: Iterable<StructureElement>, roles: PdfDict): void {
  for (const { role } of elements) {
    if (!standard.has(role) && !roles.has(role)) roles.set(role, nearest.get(role) ?? 'Span');
  }
}
