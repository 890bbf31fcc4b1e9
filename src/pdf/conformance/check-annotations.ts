import { asArray, asDict, asName, asNumber, type PdfDict, PdfStream, resolve } from '../objects/objects.ts';
import type { Breaches } from './breaches.ts';
import type { ContentChecker } from './check-content.ts';

/** Flags of an annotation (ISO 32000-1, table 165). */
const print = 4;
const forbidden = 1 | 2 | 32 | 256;

const ancestorLimit = 64;

/** Checks the annotations of a page of a user's PDF, those that stay (ISO 19005-2, 6.3). */
export function checkAnnotations(page: PdfDict, content: ContentChecker, breaches: Breaches): void {
  for (const annotation of asArray(page.get('Annots')).map(asDict)) {
    if (annotation === undefined) continue;
    const kind = asName(annotation.get('Subtype')) ?? '';
    const what = kind === 'Widget' ? 'a form field' : `an annotation of the kind ${kind}`;
    if (kind !== 'Popup') checkFlags(annotation, kind, what, breaches);
    checkAppearance(annotation, kind, what, content, breaches);
    if (kind === 'Widget' && annotation.has('A')) breaches.add(`${what} with an action`, '6.4.1');
  }
}

function checkFlags(annotation: PdfDict, kind: string, what: string, breaches: Breaches): void {
  const flags = asNumber(annotation.get('F')) ?? 0;
  if ((flags & forbidden) !== 0) breaches.add(`${what} that is hidden`, '6.3.2');
  else if ((flags & print) === 0 && kind !== 'Link') breaches.add(`${what} that is not printed`, '6.3.2');
}

function checkAppearance(
  annotation: PdfDict,
  kind: string,
  what: string,
  content: ContentChecker,
  breaches: Breaches,
): void {
  const appearance = asDict(annotation.get('AP'));
  const [left, bottom, right, top] = asArray(annotation.get('Rect')).map((edge) => asNumber(edge));
  if (appearance === undefined) {
    const isEmpty = left === right && bottom === top;
    if (kind !== 'Popup' && kind !== 'Link' && !isEmpty) breaches.add(`${what} without an appearance`, '6.3.3');
    return;
  }
  const normal = resolve(appearance.get('N'));
  const isButton = kind === 'Widget' && findKind(annotation) === 'Btn';
  if (isButton ? !(normal instanceof Map) : !(normal instanceof PdfStream)) {
    breaches.add(`${what} whose appearance is of the wrong kind`, '6.3.3');
    return;
  }
  const forms = normal instanceof Map ? [...normal.values()].map(resolve) : [normal];
  for (const form of forms) if (form instanceof PdfStream) content.checkForm(form);
}

/** The kind of a field, which it may have from those above it (ISO 32000-1, 12.7.3.1). */
function findKind(widget: PdfDict): string | undefined {
  let field: PdfDict | undefined = widget;
  for (let steps = 0; field !== undefined && steps < ancestorLimit; steps++) {
    const kind = asName(field.get('FT'));
    if (kind !== undefined) return kind;
    field = asDict(field.get('Parent'));
  }
  return undefined;
}
