import { asArray, asDict, asName, asNumber, asString, type PdfDict } from '../../objects/objects.ts';
import { decodeTextString } from '../../objects/text-string.ts';
import { readNumberTree } from '../../objects/trees.ts';
import type { OpenPart } from '../../part/open-part.ts';
import { readBox } from '../../part/page-box.ts';
import { type StructureElement, walkStructure } from '../structure-elements.ts';

/** The flag of an annotation that is not shown (ISO 32000-1, table 165). */
const hidden = 2;
const ancestorLimit = 64;

/** The element that an annotation must be in, by its kind. Kinds that PDF does not know are nothing to readers. */
const homes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Widget: 'Form',
    Link: 'Link',
    ...Object.fromEntries(
      'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Watermark Redact'
        .split(' ')
        .map((kind) => [kind, 'Annot']),
    ),
  }),
);

/** Finds annotations without an element of the right kind, or without a description (ISO 14289-1, 7.18), in words. */
export function* checkPageAnnotations(
  { catalog, pages, kept }: OpenPart,
  tops: readonly StructureElement[],
): Generator<string> {
  const elements = new Map<PdfDict, StructureElement>();
  for (const element of walkStructure(tops)) elements.set(element.dict, element);
  const parents = new Map(readNumberTree(asDict(catalog.get('StructTreeRoot'))?.get('ParentTree')));
  for (const [at, object] of pages.entries()) {
    const page = asDict(object);
    for (const annotation of asArray(page?.get('Annots')).map(asDict)) {
      if (annotation === undefined || !isShown(annotation, page)) continue;
      const owner = asDict(parents.get(asNumber(annotation.get('StructParent')) ?? -1));
      const what = describe(annotation, owner && elements.get(owner));
      if (what !== undefined) yield `has ${what} on page ${(kept[at] ?? 0) + 1}`;
    }
  }
}

function describe(annotation: PdfDict, element: StructureElement | undefined): string | undefined {
  const kind = asName(annotation.get('Subtype')) ?? '';
  if (kind === 'PrinterMark') {
    return element === undefined ? undefined : 'a printer mark with a tag (ISO 14289-1, 7.18.8)';
  }
  const home = homes.get(kind);
  if (home === undefined) return undefined;
  const name = kind === 'Widget' ? 'a form field' : kind === 'Link' ? 'a link' : `an annotation of the kind ${kind}`;
  const clause = kind === 'Widget' ? '7.18.4' : kind === 'Link' ? '7.18.5' : '7.18.1';
  if (element?.role !== home) return `${name} that is not in a tag ${home} (ISO 14289-1, ${clause})`;
  const own = kind === 'Widget' ? readFieldName(annotation) : readText(annotation, 'Contents');
  // The text of a link's element does not count: readers ask the annotation.
  const isDescribed = own || (kind !== 'Link' && readText(element.dict, 'Alt'));
  if (isDescribed) return undefined;
  return kind === 'Widget'
    ? `${name} without a name for screen readers (TU) (ISO 14289-1, 7.18.1)`
    : `${name} without a description (Contents) (ISO 14289-1, ${clause})`;
}

/** The name that a field has for readers. A widget without a name belongs to the field above it. */
function readFieldName(widget: PdfDict): string {
  let field: PdfDict | undefined = widget;
  for (let steps = 0; field !== undefined && steps < ancestorLimit; steps++) {
    if (field.has('T') || !field.has('Parent')) return readText(field, 'TU');
    field = asDict(field.get('Parent'));
  }
  return '';
}

function readText(dict: PdfDict, key: string): string {
  return decodeTextString(asString(dict.get(key)) ?? '').trim();
}

/** Whether an annotation is not hidden, and is on the visible part of its page. */
function isShown(annotation: PdfDict, page: PdfDict | undefined): boolean {
  if (((asNumber(annotation.get('F')) ?? 0) & hidden) !== 0) return false;
  const [x1, y1, x2, y2] = asArray(annotation.get('Rect')).map((edge) => asNumber(edge));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return true;
  const [left, bottom, right, top] = readBox(page);
  return Math.min(x1, x2) < right && Math.max(x1, x2) > left && Math.min(y1, y2) < top && Math.max(y1, y2) > bottom;
}
