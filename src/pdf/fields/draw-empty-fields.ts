import { asDict, asName, type PdfDict, resolve } from '../objects/objects.ts';
import type { MergeWarnings } from '../part/merge-warnings.ts';
import type { OpenPart } from '../part/open-part.ts';
import { drawEmptyWidget, drawMissingButtons } from './appearances.ts';
import { type FormField, listFormFields, readTextString } from './form-field.ts';

/**
 * Gives the fields that show nothing but their frame, and have no appearance, the one that viewers make up (ISO 19005-2, 6.3.3). Fields with a value
 * stay: it would have to be drawn in a font that the PDF may lack.
 */
export function drawEmptyFields(part: OpenPart, warnings: MergeWarnings): void {
  const form = asDict(part.catalog.get('AcroForm'));
  if (form === undefined) return;
  for (const field of listFormFields(part.catalog, part.pages)) {
    if (!isBlank(field)) continue;
    for (const widget of field.widgets.filter(lacksAppearance)) {
      if (drawWidget(field, widget, form)) warnings.countRepair(part.index, 'empty form fields have an appearance');
    }
  }
}

/** Whether a field shows at most its frame. The cells of a comb are drawn in as many ways as there are viewers. */
function isBlank(field: FormField): boolean {
  const value = resolve(field.find('V'));
  const isEmpty = value === null || readTextString(value) === '';
  if (field.kind === 'checkbox' || field.kind === 'radio') return (asName(value) ?? 'Off') === 'Off';
  if (field.kind === 'text') return isEmpty && !field.has('comb');
  if (field.kind === 'choice') return isEmpty && field.has('combo');
  return field.kind === 'button' || field.kind === 'signature';
}

function lacksAppearance(widget: PdfDict): boolean {
  return asName(widget.get('Subtype')) === 'Widget' && asDict(widget.get('AP')) === undefined;
}

function drawWidget(field: FormField, widget: PdfDict, form: PdfDict): boolean {
  const characteristics = asDict(widget.get('MK'));
  if (field.kind === 'checkbox' || field.kind === 'radio') {
    if ((asName(widget.get('AS')) ?? 'Off') !== 'Off') return false;
    drawMissingButtons({ ...field, widgets: [widget] }, form);
    return widget.has('AP');
  }
  // What a button says and shows is not made up here.
  if (['CA', 'I'].some((key) => characteristics?.has(key))) return false;
  return drawEmptyWidget(widget, field.kind === 'button');
}
