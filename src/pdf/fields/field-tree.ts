import { asArray, asDict, buildDict, type PdfDict, type PdfObject, PdfRef } from '../objects/objects.ts';
import { encodeTextString } from '../objects/text-string.ts';
import type { PrintedControl } from '../part/merge-part.ts';
import { fieldFlags } from './form-field.ts';
import { drawMarks } from './mark-appearance.ts';

/** A control and its widgets. */
export interface NamedField {
  control: PrintedControl;
  widgets: PdfRef[];
}

/** Buttons of a group need at least one that is on (ISO 32000-2, table 229). */
const noToggleToOff = 15;

/**
 * The fields of controls, as the list of a form. Controls of one name share a value: texts and lists are one field, and radio buttons of a form
 * are one group. Check boxes of one name are separate fields below that name, because each can be on. A name with dots is a path.
 */
export function buildFieldTree(named: readonly NamedField[]): PdfObject[] {
  const groups = new Map<string, NamedField[]>();
  for (const field of named) {
    const { kind, name, form } = field.control;
    const key =
      kind === 'radio' ? `radio ${form} ${name}` : kind === 'checkbox' ? `checkbox ${name}` : `${kind} ${name}`;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  const tree = new Tree();
  for (const group of groups.values()) {
    const [{ control }] = group as [NamedField];
    if (control.kind === 'radio') tree.add(control.name, buildRadio(group));
    else if (control.kind !== 'checkbox') tree.add(control.name, buildShared(group));
    else if (group.length === 1) tree.add(control.name, buildCheckbox(group[0] as NamedField));
    else
      for (const [index, box] of group.entries()) {
        const { value } = box.control;
        tree.add(`${control.name}.${value === '' || value === 'on' ? index + 1 : value}`, buildCheckbox(box));
      }
  }
  return tree.list();
}

/** Fields by their names; parts of a name have dots between them. */
class Tree {
  readonly #top: PdfRef[] = [];
  readonly #groups = new Map<string, PdfRef>();
  readonly #taken = new Set<string>();

  /** Adds a field. A name that is taken, or that of a group, gets a number. */
  add(name: string, ref: PdfRef): void {
    const field = asDict(ref) as PdfDict;
    const steps = name.split('.').filter((step) => step !== '');
    const path = steps.length > 0 ? steps : ['field'];
    const isBelowField = path.some((_, index) => index > 0 && this.#taken.has(path.slice(0, index).join('.')));
    const plain = isBelowField ? [path.join('_')] : path;
    const last = plain.at(-1) as string;
    const above = plain.slice(0, -1);
    let free = last;
    for (let count = 2; this.#isTaken([...above, free].join('.')); count++) free = `${last}_${count}`;
    this.#taken.add([...above, free].join('.'));
    const parent = this.#findGroup(above);
    field.set('T', encodeTextString(free));
    for (const kid of asArray(field.get('Kids'))) asDict(kid)?.set('Parent', ref);
    if (parent === undefined) this.#top.push(ref);
    else {
      field.set('Parent', parent);
      addKid(parent, ref);
    }
  }

  list(): PdfRef[] {
    return this.#top;
  }

  #isTaken(name: string): boolean {
    return this.#taken.has(name) || this.#groups.has(name);
  }

  #findGroup(path: readonly string[]): PdfRef | undefined {
    if (path.length === 0) return undefined;
    const known = this.#groups.get(path.join('.'));
    if (known) return known;
    const parent = this.#findGroup(path.slice(0, -1));
    const group = new PdfRef(
      buildDict({ T: encodeTextString(path.at(-1) as string), Kids: [], ...(parent && { Parent: parent }) }),
    );
    this.#groups.set(path.join('.'), group);
    if (parent === undefined) this.#top.push(group);
    else addKid(parent, group);
    return group;
  }
}

function addKid(parent: PdfRef, kid: PdfRef): void {
  asDict(parent)?.set('Kids', [...asArray(asDict(parent)?.get('Kids')), kid]);
}

function flagsOf(control: PrintedControl, ...more: (number | false)[]): number {
  const flags = [control.isRequired && fieldFlags.required, control.isReadOnly && fieldFlags.readOnly, ...more];
  return flags.reduce<number>((sum, flag) => sum + (flag === false ? 0 : 2 ** (flag - 1)), 0);
}

/** A field above its widgets, or in its only one. */
function buildField(type: string, group: readonly NamedField[], flags: number): PdfRef {
  const [{ control }] = group as [NamedField];
  const widgets = group.flatMap((field) => field.widgets);
  const [widget] = widgets;
  const isOne = widget !== undefined && widgets.length === 1;
  const entries = buildDict({
    FT: type,
    Kids: isOne ? undefined : widgets,
    TU: encodeTextString(control.tooltip === '' ? control.name : control.tooltip),
    Ff: flags > 0 ? flags : undefined,
  });
  if (!isOne) return new PdfRef(entries);
  for (const [key, value] of entries) asDict(widget)?.set(key, value);
  return widget;
}

/** A text or a list; the first control that has a value gives it. */
function buildShared(group: readonly NamedField[]): PdfRef {
  const { control } = group.find(({ control: each }) => each.value !== '') ?? (group[0] as NamedField);
  if (control.kind === 'text') {
    const flags = flagsOf(
      control,
      control.isMultiline && fieldFlags.multiline,
      control.isPassword && fieldFlags.password,
    );
    const field = buildField('Tx', group, flags);
    if (control.maxLength !== undefined) asDict(field)?.set('MaxLen', control.maxLength);
    return setTexts(field, [control.value.replaceAll('\n', '\r')]);
  }
  const { isCombo, isEditable, isMultiple } = control;
  const flags = flagsOf(
    control,
    isCombo && fieldFlags.combo,
    isCombo && isEditable && fieldFlags.editable,
    isMultiple && fieldFlags.multiSelect,
  );
  const field = buildField('Ch', group, flags);
  asDict(field)?.set(
    'Opt',
    control.options.map(({ value, shown }) => [encodeTextString(value), encodeTextString(shown)]),
  );
  const selected = control.options.flatMap(({ isSelected }, index) => (isSelected ? [index] : []));
  if (!isCombo && selected.length > 0) asDict(field)?.set('I', selected);
  const values = selected.map((index) => control.options[index]?.value ?? '');
  return setTexts(field, isEditable ? [control.value] : values);
}

function setTexts(field: PdfRef, values: readonly string[]): PdfRef {
  const [first, ...more] = values.filter((value) => value !== '').map(encodeTextString);
  if (first === undefined) return field;
  return setBoth(field, more.length === 0 ? first : [first, ...more]);
}

/** Sets the value of a field, and the one that it has after a reset. */
function setBoth(field: PdfRef, value: PdfObject): PdfRef {
  asDict(field)?.set('V', value).set('DV', value);
  return field;
}

function buildCheckbox(box: NamedField): PdfRef {
  const { control, widgets } = box;
  const state = nameState(control.value) ?? 'Yes';
  for (const widget of widgets) drawMarks(asDict(widget) as PdfDict, control, state);
  const value = control.isOn ? state : 'Off';
  return setBoth(buildField('Btn', [box], flagsOf(control)), value);
}

/** The buttons of a group. Values that are not names of states are texts next to them (ISO 32000-2, 12.7.5.2.3). */
function buildRadio(group: readonly NamedField[]): PdfRef {
  const [{ control }] = group as [NamedField];
  const names = group.map((field) => nameState(field.control.value));
  const areNames = names.every((name) => name !== undefined) && new Set(names).size === names.length;
  const states = group.map((_, index) => (areNames ? (names[index] as string) : String(index)));
  for (const [index, { control: button, widgets }] of group.entries()) {
    for (const widget of widgets) drawMarks(asDict(widget) as PdfDict, button, states[index] as string);
  }
  const isRequired = group.some(({ control: button }) => button.isRequired);
  const field = buildField('Btn', group, flagsOf({ ...control, isRequired }, fieldFlags.radio, noToggleToOff));
  if (!areNames) {
    const texts = group.flatMap(({ control: button, widgets }) => widgets.map(() => encodeTextString(button.value)));
    asDict(field)?.set('Opt', texts);
  }
  const chosen = group.findIndex(({ control: button }) => button.isOn);
  return setBoth(field, states[chosen] ?? 'Off');
}

/** A value as the name of a state; undefined if it cannot be one that all viewers read. */
function nameState(value: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(value) && value !== 'Off' ? value : undefined;
}
