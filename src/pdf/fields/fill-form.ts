import { asDict, type PdfDict, type PdfObject, resolve } from '../objects/objects.ts';
import { encodeTextString } from '../objects/text-string.ts';
import { reportSignatures } from '../part/foreign/signatures.ts';
import { type FieldFault, MergeError } from '../part/merge-error.ts';
import type { MergeWarnings } from '../part/merge-warnings.ts';
import type { OpenPart } from '../part/open-part.ts';
import {
  describeMissing,
  drawMissingButtons,
  drawValue,
  hasAppearance,
  type LookFault,
  listMissing,
  scrollToSelected,
} from './appearances.ts';
import type { FaceFile } from './bundled-face.ts';
import { FieldFonts } from './field-fonts.ts';
import { flattenForm } from './flatten-form.ts';
import { type FormField, findOnState, listFormFields } from './form-field.ts';
import { type PlannedValue, planValues } from './plan-values.ts';

/** How fields are filled. */
interface FillOptions {
  faces: readonly FaceFile[];
  /** Whether fonts that are not in the file must not be used. */
  mustEmbed: boolean;
}

const noForm = 'The PDF has no form fields.';

/**
 * Sets the fields of a part to the values that it asks for, with appearances that every viewer shows alike, and draws all fields into the
 * pages if it asks for that. Throws MergeError with all values that cannot be set.
 */
export function fillForm(part: OpenPart, { faces, mustEmbed }: FillOptions, warnings: MergeWarnings): void {
  const { values, flatten = false } = part.part.form ?? {};
  const { catalog, index, pages } = part;
  const form = asDict(catalog.get('AcroForm'));
  if (form?.has('XFA')) {
    throw new MergeError('invalid_request', index, 'The PDF has an XFA form, which cannot be filled or flattened.', {
      fields: [{ name: '', detail: 'its form is an XFA form: save it without XFA first' }],
    });
  }
  const fields = form === undefined ? [] : listFormFields(catalog, pages);
  if (form === undefined || fields.length === 0) {
    if (values === undefined || Object.keys(values).length === 0) return;
    throw new MergeError('invalid_request', index, noForm, {
      fields: [{ name: '', detail: 'the PDF has no form fields' }],
    });
  }
  const { planned, faults } = planValues(fields, values ?? {});
  refuse(faults, fields, index);
  for (const plan of planned) setValue(plan);
  const fonts = new FieldFonts(form, faces, mustEmbed);
  const changed = new Set(planned.map(({ field }) => field));
  const isStale = resolve(form.get('NeedAppearances')) === true;
  for (const field of fields) {
    const isChanged = changed.has(field);
    const looks = drawField(field, form, fonts, isChanged, isStale);
    if (looks) report(field, looks, isChanged, faults, warnings, index);
  }
  refuse(faults, fields, index);
  fonts.finish();
  form.delete('NeedAppearances');
  if (!flatten) return;
  reportSignatures(form, pages, warnings, index);
  flattenForm(part, fields);
}

/** Draws what a field shows, if that is new or has no appearance yet. */
function drawField(
  field: FormField,
  form: PdfDict,
  fonts: FieldFonts,
  isChanged: boolean,
  isStale: boolean,
): LookFault | undefined {
  if (field.kind === 'checkbox' || field.kind === 'radio') {
    if (field.widgets.some((widget) => findOnState(widget) === undefined)) drawMissingButtons(field, form);
    return undefined;
  }
  if (field.kind !== 'text' && field.kind !== 'choice') return undefined;
  if (!isChanged && !isStale && field.widgets.every(hasAppearance)) return undefined;
  if (isChanged && field.kind === 'choice' && !field.has('combo')) scrollToSelected(field, form, fonts);
  return drawValue(field, form, fonts);
}

function report(
  field: FormField,
  { missing, isCut }: LookFault,
  isChanged: boolean,
  faults: FieldFault[],
  warnings: MergeWarnings,
  index: number,
): void {
  const { name } = field;
  if (missing.length > 0 && isChanged) faults.push({ name, detail: listMissing(missing) });
  else if (missing.length > 0) warnings.add(index, 'glyph_missing', describeMissing(field, missing));
  if (isCut && isChanged) warnings.add(index, 'field_overflow', `field ${name}: the text is longer than the field`);
}

function refuse(faults: readonly FieldFault[], fields: readonly FormField[], index: number): void {
  if (faults.length === 0) return;
  const unknown = faults.some(({ isUnknown }) => isUnknown);
  const count = faults.length === 1 ? '1 value does' : `${faults.length} values do`;
  throw new MergeError('invalid_request', index, `${count} not fit the form.`, {
    fields: faults,
    ...(unknown && { knownFields: [...new Set(fields.map(({ name }) => name))] }),
  });
}

function setValue(plan: PlannedValue): void {
  const { dict } = plan.field;
  const set = (key: string, value: PdfObject | undefined) => {
    if (value === undefined) dict.delete(key);
    else dict.set(key, value);
  };
  // The value in rich text would contradict the new one.
  dict.delete('RV');
  if (plan.kind === 'text') {
    set('V', encodeTextString(plan.text.replaceAll('\n', '\r')));
  } else if (plan.kind === 'choice') {
    const values = plan.values.map(encodeTextString);
    const places = plan.values.map((value) => plan.field.options.findIndex((option) => option.value === value));
    set('V', values.length > 1 ? values : (values[0] ?? null));
    set('I', plan.isList && places.length > 0 ? places.sort((a, b) => a - b) : undefined);
    if (values.length === 0) dict.set('V', encodeTextString(''));
  } else selectState(plan.field, plan.state);
}

/** Turns on the buttons that have a state, and all others off. */
function selectState(field: FormField, state: string): void {
  const states = field.widgets.map(findOnState);
  field.dict.set('V', state);
  let isSet = false;
  for (const [place, widget] of field.widgets.entries()) {
    const isOn = state !== 'Off' && (states[place] ?? state) === state;
    // Of radio buttons with one state only one is on, unless they are in unison.
    const isFirst = !isSet || field.kind === 'checkbox' || field.has('inUnison');
    widget.set('AS', isOn && isFirst ? state : 'Off');
    isSet ||= isOn;
  }
}
