import { describe, expect, it } from 'vitest';
import type { FieldKind, FormField, fieldFlags } from '../../../src/pdf/fields/form-field.ts';
import { planValues, quoteWords } from '../../../src/pdf/fields/plan-values.ts';
import { buildDict, type PdfObject, PdfString } from '../../../src/pdf/objects/objects.ts';
import type { FieldValue } from '../../../src/pdf/part/merge-part.ts';

interface Given {
  flags?: (keyof typeof fieldFlags)[];
  maxLength?: number;
  options?: string[];
  /** The states of its boxes. */
  states?: string[];
  /** The texts that its boxes export. */
  exported?: string[];
}

function field(kind: FieldKind, { flags = [], maxLength, options = [], states = [], exported }: Given = {}): FormField {
  const texts: PdfObject | undefined = exported?.map((text) => new PdfString(text));
  return {
    dict: buildDict({}),
    name: 'a',
    kind,
    widgets: states.map((state) => buildDict({ AP: buildDict({ N: buildDict({ Off: 1, [state]: 1 }) }) })),
    options: options.map((value) => ({ value, shown: `the ${value}` })),
    maxLength,
    has: (flag) => flags.includes(flag),
    find: (key) => (key === 'Opt' ? texts : undefined),
  };
}

/** What a value makes of a field: its text, state or choices; or the words of the refusal. */
function plan(to: FormField, value: FieldValue): unknown {
  const { planned, faults } = planValues([to], { a: value });
  const [first] = planned;
  if (first === undefined) return faults.map(({ detail }) => detail).join();
  return first.kind === 'text' ? { text: first.text } : first.kind === 'state' ? first.state : first.values;
}

describe('a text field', () => {
  const multiline = { flags: ['multiline' as const] };
  it.each<[string, Given, FieldValue, unknown]>([
    ['a text', {}, 'x', { text: 'x' }],
    ['a number as its digits', {}, 12.5, { text: '12.5' }],
    ['null as nothing', {}, null, { text: '' }],
    ['letters and accents as one character', { maxLength: 1 }, 'A\u030a', { text: 'Å' }],
    ['as many characters as it has room for', { maxLength: 3 }, 'a😀c', { text: 'a😀c' }],
    ['any number of characters with a limit of 0', { maxLength: 0 }, 'abc', { text: 'abc' }],
    ['ends of lines of all systems', multiline, 'a\r\nb\rc\u2028d\u2029e', { text: 'a\nb\nc\nd\ne' }],
  ])('takes %s', (_what, given, value, planned) => {
    expect(plan(field('text', given), value)).toEqual(planned);
  });

  it.each<[string, Given, FieldValue, string]>([
    ['a list', {}, ['x'], 'it is a text field, and takes a text, not a list'],
    ['false', {}, false, 'it is a text field, and takes a text, not false'],
    ['one character too many', { maxLength: 2 }, 'abc', 'it takes at most 2 characters, and the text has 3'],
    ['two lines without room for them', {}, 'a\r\nb', 'it takes a single line, and the text has several'],
  ])('refuses %s', (_what, given, value, words) => {
    expect(plan(field('text', given), value)).toBe(words);
  });
});

describe('a check box', () => {
  it.each<[string, Given, FieldValue, string]>([
    ...['true', true, 'YES', 'on', '1', 1, 'x'].map((value): [string, Given, FieldValue, string] => [
      `${JSON.stringify(value)} as on`,
      { states: ['Agreed'] },
      value,
      'Agreed',
    ]),
    ...['', null, false, 'No', 'off', 0].map((value): [string, Given, FieldValue, string] => [
      `${JSON.stringify(value)} as off`,
      { states: ['Agreed'] },
      value,
      'Off',
    ]),
    ['the name of its state', { states: ['Agreed'] }, 'Agreed', 'Agreed'],
    ['a state whose name means off', { states: ['0'] }, 0, '0'],
    ['true without an appearance', {}, true, 'Yes'],
    ['one of the states of its boxes', { states: ['red', 'blue'] }, 'blue', 'blue'],
    ['a text that a box exports', { states: ['0', '1'], exported: ['red', 'blue'] }, 'blue', '1'],
  ])('takes %s', (_what, given, value, state) => {
    expect(plan(field('checkbox', given), value)).toBe(state);
  });

  it.each<[string, Given, FieldValue, string]>([
    ['another word', { states: ['Agreed'] }, 'maybe', 'it is a check box, and takes "Agreed", "false", not "maybe"'],
    ['a list', { states: ['Agreed'] }, ['x'], 'it is a check box, and takes "Agreed", "false", not a list'],
    [
      'true for several boxes',
      { states: ['red', 'blue'] },
      true,
      'its boxes have different values: choose one of "red", "blue"',
    ],
    [
      'a word that no box of it exports',
      { states: ['0', '1'], exported: ['red', 'red'] },
      'green',
      'it is a check box, and takes "red", "false", not "green"',
    ],
  ])('refuses %s', (_what, given, value, words) => {
    expect(plan(field('checkbox', given), value)).toBe(words);
  });
});

it('a group of radio buttons takes no word for "on"', () => {
  const group = field('radio', { states: ['x1', 'y'] });
  expect([plan(group, 'y'), plan(group, false)]).toEqual(['y', 'Off']);
  expect(plan(group, true)).toBe('it is a group of radio buttons, and takes "x1", "y", "false", not true');
});

describe('a list or a menu', () => {
  const options = ['de', 'fr'];
  it.each<[string, Given, FieldValue, string[]]>([
    ['a value', {}, 'fr', ['fr']],
    ['what is shown', {}, 'the fr', ['fr']],
    ['nothing', {}, '', []],
    ['null', {}, null, []],
    ['a list of one', {}, ['de'], ['de']],
    ['several', { flags: ['multiSelect'] }, ['fr', 'de'], ['fr', 'de']],
    ['its own text', { flags: ['combo', 'editable'] }, 'other', ['other']],
    ['a number', { flags: ['combo', 'editable'] }, 7, ['7']],
  ])('takes %s', (_what, given, value, values) => {
    expect(plan(field('choice', { options, ...given }), value)).toEqual(values);
  });

  const unknown = '"other" is not one of its choices: "de", "fr"';
  it.each<[string, Given, FieldValue, string]>([
    ['several', {}, ['fr', 'de'], 'it takes one choice, not 2'],
    ['several in a menu', { flags: ['combo', 'multiSelect'] }, ['fr', 'de'], 'it takes one choice, not 2'],
    ['another text', {}, 'other', unknown],
    ['another text in a menu', { flags: ['combo'] }, 'other', unknown],
    ['another text in a list, which nobody can edit', { flags: ['editable'] }, 'other', unknown],
  ])('refuses %s', (_what, given, value, words) => {
    expect(plan(field('choice', { options, ...given }), value)).toBe(words);
  });
});

it('fields that a form has no name for are reported as unknown, and those of one name once', () => {
  const two = [field('signature'), field('signature')];
  expect(planValues(two, { a: 'x', b: 'x' })).toEqual({
    planned: [],
    faults: [
      { name: 'a', detail: 'it is a signature field, which takes no value' },
      { name: 'b', detail: 'the form has no such field', isUnknown: true },
    ],
  });
  expect(planValues([field('text'), field('text')], { a: 'x' }).planned).toHaveLength(2);
  expect(plan(field('button'), true)).toBe('it is a button, which has no value');
});

it('a message lists at most twenty words', () => {
  const words = Array.from({ length: 21 }, (_, index) => String(index));
  expect(quoteWords(words.slice(0, 20))).toMatch(/"18", "19"$/);
  expect(quoteWords(words)).toMatch(/"18", "19" and 1 more$/);
});
