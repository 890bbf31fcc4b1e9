import { asArray, asDict, asName, type PdfDict, type PdfObject, type PdfRef } from '../../objects/objects.ts';

const fieldLimit = 10_000;
const depthLimit = 64;

/** The fields of a form with those below them, and those of widgets on the pages that it does not list, each once (ISO 32000-2, 12.7.4). */
export function listFields(form: PdfDict | undefined, pages: readonly PdfRef[]): PdfDict[] {
  if (form === undefined) return [];
  const fields = new Set<PdfDict>();
  const waiting = [...listWidgets(pages).map(findTopField), ...asArray(form.get('Fields'))];
  while (waiting.length > 0 && fields.size < fieldLimit) {
    const field = asDict(waiting.pop());
    if (field === undefined || fields.has(field)) continue;
    fields.add(field);
    for (const kid of asArray(field.get('Kids'))) waiting.push(kid);
  }
  return [...fields];
}

/** What shows fields on the pages (ISO 32000-2, 12.5.6.19). */
export function listWidgets(pages: readonly PdfRef[]): PdfObject[] {
  return pages
    .flatMap((page) => asArray(asDict(page)?.get('Annots')))
    .filter((annotation) => asName(asDict(annotation)?.get('Subtype')) === 'Widget');
}

/** The field on the top level that a widget belongs to, or is. */
export function findTopField(widget: PdfObject): PdfObject {
  let field = widget;
  for (let depth = 0; depth < depthLimit; depth++) {
    const parent = asDict(field)?.get('Parent');
    if (parent === undefined || asDict(parent) === undefined) break;
    field = parent;
  }
  return field;
}
