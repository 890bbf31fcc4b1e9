import { asDict, asName, asString, buildDict, type PdfDict, type PdfObject, type PdfRef } from '../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../objects/text-string.ts';
import {
  type ContentItem,
  type ContentOwner,
  isContent,
  isElement,
  readAlternative,
  type StructureElement,
  walkStructure,
  wrapKids,
} from './structure-elements.ts';

/** Reads the text of marked content. */
export type ReadText = (item: ContentItem) => string;

/** The most characters of an annotation's text. */
const textLimit = 500;

/**
 * The text of an element as a reader hears it: its alternative, or its content and that of the elements in it. Text on
 * every page is read once.
 */
export function readElementText(element: StructureElement, read: ReadText): string {
  const texts = new Map<ContentOwner | undefined, string>();
  const add = (owner: ContentOwner | undefined, text: string) => texts.set(owner, `${texts.get(owner) ?? ''}${text}`);
  for (const each of walkStructure([element])) {
    const alternative = readAlternative(each);
    const items = each.kids.filter(isContent);
    if (alternative !== undefined) add(items[0]?.owner, ` ${alternative} `);
    else for (const item of items) add(item.owner, read(item));
  }
  const clean = [...texts.values()].map((text) => text.replace(/\s+/g, ' ').trim());
  return [...new Set(clean)].filter((text) => text !== '').join(' ');
}

/**
 * Says in each link's annotation what it is (ISO 14289-1, 7.18.5): its text, or else where it leads. Returns whether it has a
 * text; true for what is no link.
 */
export function repairLink(element: StructureElement, read: ReadText): boolean {
  const links = element.kids.flatMap((kid) => (!isElement(kid) && isLink(kid.annotation) ? [kid.annotation] : []));
  if (element.role !== 'Link' || links.length === 0) return true;
  const text = readElementText(element, read);
  for (const link of links) describeLink(link, text);
  return text !== '';
}

/** A new element for the annotation of a link, at the end of another one. */
export function addLink(above: StructureElement, page: PdfRef, link: PdfObject): StructureElement {
  const annotation = asDict(link);
  if (annotation !== undefined) describeLink(annotation, '');
  const reference = buildDict({ Type: 'OBJR', Pg: page, Obj: link });
  const element = wrapKids('Link', above, [{ object: reference, ...(annotation && { annotation }) }]);
  element.dict.set('Pg', page);
  above.kids.push(element);
  return element;
}

export function isLink(annotation: PdfDict | undefined): annotation is PdfDict {
  return annotation !== undefined && asName(annotation.get('Subtype')) === 'Link';
}

function describeLink(link: PdfDict, text: string): void {
  if (decodeTextString(asString(link.get('Contents')) ?? '').trim() !== '') return;
  const address = asString(asDict(link.get('A'))?.get('URI'));
  const words = text || (address === undefined ? '' : decodeTextString(address)) || 'link';
  link.set('Contents', encodeTextString(words.slice(0, textLimit)));
}
