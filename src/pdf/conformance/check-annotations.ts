import { asArray, asDict, asName, asNumber, type PdfDict, PdfStream, resolve } from '../objects/objects.ts';
import { findInherited } from '../part/foreign/signatures.ts';
import type { Breaches } from './breaches.ts';
import type { ContentChecker } from './check-content.ts';

/** Flags of an annotation (ISO 32000-1, table 165). */
const print = 4;
const forbidden = 1 | 2 | 32 | 256;

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
  const isButton = kind === 'Widget' && asName(findInherited(annotation, 'FT')) === 'Btn';
  const states = isButton && normal instanceof Map ? [...normal.values()].map(resolve) : [];
  const forms = (isButton ? states : [normal]).filter((form) => form instanceof PdfStream);
  if (forms.length === 0) breaches.add(`${what} whose appearance is of the wrong kind`, '6.3.3');
  for (const form of forms) content.checkForm(form);
}
