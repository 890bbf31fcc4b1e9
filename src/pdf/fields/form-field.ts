import {
  asArray,
  asDict,
  asName,
  asNumber,
  asString,
  type PdfDict,
  type PdfObject,
  type PdfRef,
} from '../objects/objects.ts';
import { decodeTextString } from '../objects/text-string.ts';
import { listFields } from '../part/foreign/list-fields.ts';
import { findInherited } from '../part/foreign/signatures.ts';

/** The kind of a field by its type and flags (ISO 32000-2, 12.7.5). */
export type FieldKind = 'text' | 'checkbox' | 'radio' | 'choice' | 'button' | 'signature' | 'unknown';

/** The positions of flags of fields (ISO 32000-2, tables 227, 229, 231 and 233). */
export const fieldFlags = {
  readOnly: 1,
  required: 2,
  multiline: 13,
  password: 14,
  radio: 16,
  button: 17,
  combo: 18,
  editable: 19,
  multiSelect: 22,
  comb: 25,
  inUnison: 26,
} as const;

/** An item of a choice field: the value that is stored, and the text that is shown. */
export interface FieldOption {
  value: string;
  shown: string;
}

/** A field that has a value: buttons of a group are one field. */
export interface FormField {
  dict: PdfDict;
  /** Its full name, with dots. */
  name: string;
  kind: FieldKind;
  /** What shows it on pages, in order. */
  widgets: PdfDict[];
  options: FieldOption[];
  maxLength: number | undefined;
  has(flag: keyof typeof fieldFlags): boolean;
  /** An entry of the field or of one above it. */
  find(key: string): PdfObject | undefined;
}

const depthLimit = 64;

/** The state of a check box that is on and has no appearance yet. */
export const defaultState = 'Yes';

/** The fields of a form, in the order of the file. Names may repeat. */
export function listFormFields(catalog: PdfDict, pages: readonly PdfRef[]): FormField[] {
  // The last fields of the file come first.
  return listFields(asDict(catalog.get('AcroForm')), pages)
    .reverse()
    .flatMap((dict) => {
      const isInner = asArray(dict.get('Kids')).some((kid) => asDict(kid)?.has('T'));
      return isInner || !dict.has('T') ? [] : [readField(dict)];
    });
}

function readField(dict: PdfDict): FormField {
  const find = (key: string) => findInherited(dict, key);
  const flags = asNumber(find('Ff')) ?? 0;
  const has = (flag: keyof typeof fieldFlags) => (flags & (2 ** (fieldFlags[flag] - 1))) !== 0;
  const kids = asArray(dict.get('Kids')).flatMap((kid) => asDict(kid) ?? []);
  return {
    dict,
    name: readFullName(dict),
    kind: readKind(asName(find('FT')), has),
    widgets: kids.length > 0 ? kids : [dict],
    options: listOptions(find('Opt')),
    maxLength: asNumber(find('MaxLen')),
    has,
    find,
  };
}

function readKind(type: string | undefined, has: FormField['has']): FieldKind {
  if (type === 'Tx') return 'text';
  if (type === 'Ch') return 'choice';
  if (type === 'Sig') return 'signature';
  if (type !== 'Btn') return 'unknown';
  if (has('button')) return 'button';
  return has('radio') ? 'radio' : 'checkbox';
}

/** The state that a check box or radio button has when it is on; undefined without an appearance (ISO 32000-2, 12.7.5.2.3). */
export function findOnState(widget: PdfDict): string | undefined {
  const states = asDict(asDict(widget.get('AP'))?.get('N'))?.keys() ?? [];
  return [...states].find((state) => state !== 'Off');
}

/** The states of the buttons of a field, in the order of its widgets. */
export function listStates({ widgets }: FormField): string[] {
  return [...new Set(widgets.flatMap((widget) => findOnState(widget) ?? []))];
}

/** The texts that the buttons of a field export, in the order of its widgets; none if the states are the values. */
export function listExported(field: FormField): string[] {
  return asArray(field.find('Opt')).map((text) => readTextString(text) ?? '');
}

function listOptions(options: PdfObject | undefined): FieldOption[] {
  return asArray(options).flatMap((option) => {
    const [value = option, shown = value] = asArray(option);
    const text = readTextString(value);
    return text === undefined ? [] : [{ value: text, shown: readTextString(shown) ?? text }];
  });
}

function readFullName(field: PdfDict): string {
  const names: string[] = [];
  let node: PdfDict | undefined = field;
  for (let depth = 0; node !== undefined && depth < depthLimit; depth++) {
    const name = readTextString(node.get('T'));
    if (name !== undefined) names.unshift(name);
    node = asDict(node.get('Parent'));
  }
  return names.join('.');
}

/** The text of a text string; undefined for anything else. */
export function readTextString(text: PdfObject | undefined): string | undefined {
  const bytes = asString(text);
  return bytes === undefined ? undefined : decodeTextString(bytes);
}
