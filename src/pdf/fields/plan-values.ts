import type { FieldFault } from '../part/merge-error.ts';
import type { FieldValue } from '../part/merge-part.ts';
import { defaultState, type FormField, findOnState, listExported, listStates } from './form-field.ts';

/** What a field will have. */
export type PlannedValue =
  | { field: FormField; kind: 'text'; text: string }
  | { field: FormField; kind: 'state'; state: string }
  | { field: FormField; kind: 'choice'; values: string[]; isList: boolean };

const shownChoices = 20;
const on = new Set(['true', 'yes', 'on', '1', 'x']);
const off = new Set(['', 'false', 'no', 'off', '0']);

/** Finds what each named field will have. Nothing is changed yet. */
export function planValues(
  fields: readonly FormField[],
  values: Readonly<Record<string, FieldValue>>,
): { planned: PlannedValue[]; faults: FieldFault[] } {
  const planned: PlannedValue[] = [];
  const faults: FieldFault[] = [];
  for (const [name, value] of Object.entries(values)) {
    const named = fields.filter((field) => field.name === name);
    if (named.length === 0) faults.push({ name, detail: 'the form has no such field', isUnknown: true });
    for (const field of named) {
      const plan = planValue(field, value);
      if (typeof plan !== 'string') planned.push(plan);
      else {
        faults.push({ name, detail: plan });
        break;
      }
    }
  }
  return { planned, faults };
}

/** The plan for a field, or what is wrong with the value. */
function planValue(field: FormField, value: FieldValue): PlannedValue | string {
  if (field.kind === 'text') return planText(field, value);
  if (field.kind === 'checkbox' || field.kind === 'radio') return planState(field, value);
  if (field.kind === 'choice') return planChoice(field, value);
  return field.kind === 'signature'
    ? 'it is a signature field, which takes no value'
    : 'it is a button, which has no value';
}

function planText(field: FormField, value: FieldValue): PlannedValue | string {
  if (typeof value === 'object' && value !== null) return 'it is a text field, and takes a text, not a list';
  if (typeof value === 'boolean') return `it is a text field, and takes a text, not ${value}`;
  const text = String(value ?? '')
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029/g, '\n');
  const { length } = [...text];
  if (field.maxLength !== undefined && field.maxLength > 0 && length > field.maxLength) {
    return `it takes at most ${field.maxLength} characters, and the text has ${length}`;
  }
  if (text.includes('\n') && !field.has('multiline')) return 'it takes a single line, and the text has several';
  return { field, kind: 'text', text };
}

function planState(field: FormField, value: FieldValue): PlannedValue | string {
  const what = field.kind === 'radio' ? 'a group of radio buttons' : 'a check box';
  const states = listStates(field);
  // Each button of a group may have a text for the value that it exports.
  const exported = listExported(field);
  const known = exported.length > 0 ? [...new Set(exported)] : states;
  const words = `it is ${what}, and takes ${quoteWords([...known, 'false'])}`;
  if (typeof value === 'object' && value !== null) return `${words}, not a list`;
  const text = String(value ?? '');
  const widget = field.widgets[exported.indexOf(text)];
  const state = states.includes(text) ? text : widget && (findOnState(widget) ?? text);
  if (state !== undefined) return { field, kind: 'state', state };
  if (off.has(text.toLowerCase())) return { field, kind: 'state', state: 'Off' };
  if (on.has(text.toLowerCase()) && field.kind === 'checkbox') {
    if (states.length <= 1) return { field, kind: 'state', state: states[0] ?? defaultState };
    return `its boxes have different values: choose one of ${quoteWords(known)}`;
  }
  return `${words}, not ${JSON.stringify(value)}`;
}

function planChoice(field: FormField, value: FieldValue): PlannedValue | string {
  const isList = !field.has('combo');
  const isMultiple = isList && field.has('multiSelect');
  const wanted = value === null || value === '' ? [] : typeof value === 'object' ? value : [String(value)];
  if (wanted.length > 1 && !isMultiple) return `it takes one choice, not ${wanted.length}`;
  const isFree = !isList && field.has('editable');
  const chosen: string[] = [];
  for (const each of wanted) {
    const option =
      field.options.find((known) => known.value === each) ?? field.options.find((known) => known.shown === each);
    if (option === undefined && !isFree) {
      return `${JSON.stringify(each)} is not one of its choices: ${quoteWords(field.options.map((known) => known.value))}`;
    }
    chosen.push(option?.value ?? each);
  }
  return { field, kind: 'choice', values: chosen, isList };
}

/** The first words of a list. */
export function quoteWords(words: readonly string[]): string {
  const more = words.length - shownChoices;
  const shown = words.slice(0, shownChoices).map((word) => JSON.stringify(word));
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
