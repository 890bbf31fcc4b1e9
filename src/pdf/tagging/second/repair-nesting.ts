import { readLevel } from '../find-faults.ts';
import {
  changeRole,
  type ElementKid,
  isElement,
  type StructureElement,
  walkStructure,
  wrapKids,
} from '../structure-elements.ts';
import { isPhraseType, isTransparent, mayHold } from './nesting-rules.ts';

/** What takes the place of a type that may not be where it is. */
const instead: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    Art: ['Sect'],
    Aside: ['Sect'],
    Caption: ['P'],
    Lbl: ['Span'],
  }),
);

/** Types of lines that HTML puts around blocks as well. */
const emphases = new Set(['Span', 'Em', 'Strong']);

/**
 * Lets elements hold what they may hold (ISO 14289-2, 8.2.3; ISO/TS 32005). Text in a document, an article or a section gets a
 * paragraph; what may not be in its place becomes another type, or a group without a meaning.
 */
export function repairNesting(tops: readonly StructureElement[]): void {
  const waiting: [element: StructureElement, above: string][] = tops.map((element) => [element, 'StructTreeRoot']);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [element, above] = next;
    settleRole(element, above);
    const holder = isTransparent(element.role) ? above : element.role;
    if (!mayHold(holder, 'content')) wrapText(element, holder);
    if (element.role === 'Table') settleGroups(element);
    // A paragraph that a group has become holds lines.
    const inner = isTransparent(element.role) ? above : element.role;
    for (const kid of element.kids) if (isElement(kid)) waiting.push([kid, inner]);
  }
}

/**
 * A link is part of a line, but HTML allows it around headings and more. The link goes into the heading then, so that the heading
 * stays one.
 */
export function sinkLinks(tops: readonly StructureElement[]): void {
  for (const link of [...walkStructure(tops)]) {
    const above = link.parent;
    const heading = link.role === 'Link' ? findHeading(link) : undefined;
    if (heading === undefined || above === undefined) continue;
    const isAnnotation = (kid: ElementKid) => !isElement(kid) && kid.annotation !== undefined;
    const annotations = link.kids.filter(isAnnotation);
    const group = wrapKids(
      'NonStruct',
      above,
      link.kids.filter((kid) => !isAnnotation(kid)),
    );
    above.kids[above.kids.indexOf(link)] = group;
    link.kids = [...heading.kids, ...annotations];
    for (const kid of heading.kids) if (isElement(kid)) kid.parent = link;
    heading.kids = [link];
    link.parent = heading;
  }
}

/** The first heading in an element, however deep it is in groups. */
function findHeading({ kids }: StructureElement): StructureElement | undefined {
  for (const kid of kids.filter(isElement)) {
    if (readLevel(kid) > 0) return kid;
    const found = isTransparent(kid.role) ? findHeading(kid) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function settleRole(element: StructureElement, above: string): void {
  if (emphases.has(element.role) && holdsBlocks(element)) changeRole(element, 'NonStruct');
  if (element.role === 'Div') settleCaption(element, above);
  if (isTransparent(element.role) || mayHold(above, element.role)) return;
  const other = instead.get(element.role)?.find((role) => mayHold(above, role));
  changeRole(element, other ?? 'NonStruct');
}

/** Whether an element for lines holds blocks. */
function holdsBlocks({ kids }: StructureElement): boolean {
  return kids.some(
    (kid) =>
      isElement(kid) &&
      (isTransparent(kid.role) || emphases.has(kid.role)
        ? holdsBlocks(kid)
        : !isPhraseType(kid.role) && kid.role !== 'Caption'),
  );
}

/** A group with a caption, as HTML has around images and tables, becomes a section: only that may have one, at its begin or end. */
function settleCaption(group: StructureElement, above: string): void {
  const captions = group.kids.filter((kid): kid is StructureElement => isElement(kid) && kid.role === 'Caption');
  if (captions.length === 0) return;
  const kept = captions.find((caption) => caption === group.kids[0] || caption === group.kids.at(-1));
  for (const caption of captions) if (caption !== kept) changeRole(caption, 'P');
  if (kept !== undefined && mayHold(above, 'Sect')) changeRole(group, 'Sect');
}

/** A table has one head and one foot at most. */
function settleGroups(table: StructureElement): void {
  for (const role of ['THead', 'TFoot']) {
    const [, ...more] = table.kids.filter((kid): kid is StructureElement => isElement(kid) && kid.role === role);
    for (const group of more) changeRole(group, 'TBody');
  }
}

/** Puts lines into paragraphs that `holder` may not hold by themselves. */
function wrapText(element: StructureElement, holder: string): void {
  if (!mayHold(holder, 'P')) return;
  const kids: ElementKid[] = [];
  let line: ElementKid[] = [];
  const flush = () => {
    if (line.some((kid) => needsParagraph(kid, holder))) kids.push(addParagraph(element, line));
    else kids.push(...line);
    line = [];
  };
  for (const kid of element.kids) {
    if (isLine(kid)) line.push(kid);
    else {
      flush();
      kids.push(kid);
    }
  }
  const isOneLine = kids.length === 0 && element.role === 'NonStruct';
  if (isOneLine && line.some((kid) => needsParagraph(kid, holder))) {
    changeRole(element, 'P');
    return;
  }
  flush();
  element.kids = kids;
}

function addParagraph(element: StructureElement, line: ElementKid[]): StructureElement {
  const [only] = line;
  if (line.length === 1 && only !== undefined && isElement(only) && only.role === 'NonStruct') {
    changeRole(only, 'P');
    return only;
  }
  return wrapKids('P', element, line);
}

/** Whether a kid is part of a line: content, a type of lines, or a group of content, as text is in. */
function isLine(kid: ElementKid): boolean {
  if (!isElement(kid)) return true;
  if (emphases.has(kid.role) && holdsBlocks(kid)) return false;
  return isPhraseType(kid.role) || isText(kid);
}

function needsParagraph(kid: ElementKid, holder: string): boolean {
  return !isElement(kid) || isText(kid) || !mayHold(holder, kid.role);
}

function isText({ role, kids }: StructureElement): boolean {
  return role === 'NonStruct' && kids.length > 0 && !kids.some(isElement);
}
