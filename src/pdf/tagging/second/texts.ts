import {
  asArray,
  asDict,
  asList,
  asName,
  asString,
  buildDict,
  type PdfDict,
  type PdfRef,
  PdfString,
} from '../../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../../objects/text-string.ts';
import { dropPrivate } from '../../objects/to-unicode.ts';
import { isElement, type StructureElement, walkStructure } from '../structure-elements.ts';
import type { StructurePlaces } from './structure-places.ts';

const depthLimit = 64;

/** A list with labels says of which kind they are (ISO 14289-2, 8.2.5.25). Chromium says it of usual kinds. */
export function nameLists(tops: readonly StructureElement[], places: StructurePlaces): void {
  for (const { role, dict, kids } of walkStructure(tops)) {
    if (role !== 'L' || hasNumbering(dict)) continue;
    const labels = kids.flatMap((item) => (isElement(item) ? item.kids : [])).filter(isLabel);
    if (labels.length === 0) continue;
    const isOrdered = labels.every((label) => /[\p{L}\p{N}]/u.test(places.readText(label)));
    const numbering = buildDict({ O: 'List', ListNumbering: isOrdered ? 'Ordered' : 'Unordered' });
    dict.set('A', [...asList(dict.get('A')), numbering]);
  }
}

function isLabel(kid: StructureElement['kids'][number]): kid is StructureElement {
  return isElement(kid) && kid.role === 'Lbl';
}

function hasNumbering(list: PdfDict): boolean {
  const names = asList(list.get('A')).map((attributes) => asName(asDict(attributes)?.get('ListNumbering')));
  return names.some((name) => name !== undefined && name !== 'None');
}

/** A field without a label next to it says what it is for (8.10.2.3): its tooltip. */
export function nameWidgets(pages: readonly PdfRef[]): void {
  for (const annotation of pages.flatMap((page) => asArray(asDict(page)?.get('Annots')))) {
    const widget = asDict(annotation);
    if (widget === undefined || asName(widget.get('Subtype')) !== 'Widget' || widget.has('Contents')) continue;
    const name = readInherited(widget, 'TU') ?? readInherited(widget, 'T');
    if (name !== undefined) widget.set('Contents', new PdfString(name));
  }
}

function readInherited(widget: PdfDict, key: string): string | undefined {
  let field: PdfDict | undefined = widget;
  for (let depth = 0; field !== undefined && depth < depthLimit; depth++) {
    const text = asString(field.get(key));
    if (text) return text;
    field = asDict(field.get('Parent'));
  }
  return undefined;
}

/** Texts that people read have no characters of private use (8.4.3 and 8.6). */
export function dropPrivateText(
  tops: readonly StructureElement[],
  pages: readonly PdfRef[],
  headings: Iterable<PdfDict>,
): void {
  for (const { dict } of walkStructure(tops)) for (const key of ['Alt', 'ActualText', 'T']) cleanText(dict, key);
  for (const heading of headings) cleanText(heading, 'Title');
  for (const annotation of pages.flatMap((page) => asArray(asDict(page)?.get('Annots')))) {
    const dict = asDict(annotation);
    if (dict !== undefined) for (const key of ['Contents', 'TU']) cleanText(dict, key);
  }
}

function cleanText(dict: PdfDict, key: string): void {
  const written = asString(dict.get(key));
  if (written === undefined) return;
  const text = decodeTextString(written);
  const clean = dropPrivate(text);
  if (clean !== text) dict.set(key, encodeTextString(clean));
}
