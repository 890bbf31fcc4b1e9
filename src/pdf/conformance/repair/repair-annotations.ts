import { asArray, asDict, asName, asNumber, type PdfDict, PdfStream, resolve } from '../../objects/objects.ts';
import { findInherited } from '../../part/foreign/signatures.ts';
import type { NoteRepair } from '../../part/merge-warnings.ts';

/** Flags of an annotation (ISO 32000-1, table 165). */
const [invisible, hidden, print, noView, toggleNoView] = [1, 2, 4, 32, 256];

/** Repairs the annotations of a page of a user's PDF without changing what a screen shows of them (ISO 19005-2, 6.3 and 6.4.1). */
export function repairAnnotations(page: PdfDict, note: NoteRepair): void {
  for (const annotation of asArray(page.get('Annots')).map(asDict)) {
    if (annotation === undefined) continue;
    const kind = asName(annotation.get('Subtype'));
    // Popups have no flags, and those of links are set where they are written.
    if (kind !== 'Popup' && kind !== 'Link') repairFlags(annotation, note);
    if (kind !== 'Widget') continue;
    repairShape(annotation, note);
    if (annotation.delete('A')) note('actions of form fields were removed');
  }
}

function repairFlags(annotation: PdfDict, note: NoteRepair): void {
  const flags = asNumber(annotation.get('F')) ?? 0;
  // The first is for kinds that a viewer does not know, the last for the pointer.
  const without = invisible | toggleNoView | (isEmpty(annotation) ? hidden | noView : 0);
  let kept = flags & ~without;
  if (kept !== flags) note('flags of annotations that have no effect were removed');
  if ((kept & (hidden | noView | print)) === 0) {
    kept |= print;
    note('annotations that only screens showed are printed');
  }
  if (kept !== flags) annotation.set('F', kept);
}

function isEmpty(annotation: PdfDict): boolean {
  const [left, bottom, right, top] = asArray(annotation.get('Rect')).map((edge) => asNumber(edge));
  return left === right && bottom === top;
}

/** Makes the appearance of a button one of its states, and that of another field the state that is shown (ISO 19005-2, 6.3.3). */
function repairShape(widget: PdfDict, note: NoteRepair): void {
  const appearance = asDict(widget.get('AP'));
  const given = appearance?.get('N');
  const normal = resolve(given);
  const state = asName(widget.get('AS'));
  if (appearance === undefined || given === undefined) return;
  const isButton = asName(findInherited(widget, 'FT')) === 'Btn';
  if (isButton && normal instanceof PdfStream) {
    widget.set('AS', state ?? 'Off');
    widget.set('AP', new Map(appearance).set('N', new Map([[state ?? 'Off', given]])));
  } else if (
    !isButton &&
    normal instanceof Map &&
    state !== undefined &&
    resolve(normal.get(state)) instanceof PdfStream
  ) {
    widget.set('AP', new Map(appearance).set('N', normal.get(state) ?? null));
  } else return;
  note('appearances of form fields are of the kind that their fields need');
}
