import { asArray, asDict, type PdfDict } from '../../pdf/objects.ts';

const fieldLimit = 10_000;

/** The fields of a form with those below them, each once (ISO 32000-2, 12.7.4). */
export function listFields(form: PdfDict | undefined): PdfDict[] {
  const fields = new Set<PdfDict>();
  const waiting = [...asArray(form?.get('Fields'))];
  while (waiting.length > 0 && fields.size < fieldLimit) {
    const field = asDict(waiting.pop());
    if (field === undefined || fields.has(field)) continue;
    fields.add(field);
    waiting.push(...asArray(field.get('Kids')));
  }
  return [...fields];
}
