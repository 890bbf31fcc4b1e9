import { describe, expect, it } from 'vitest';
import { buildFieldTree } from '../../../src/pdf/fields/field-tree.ts';
import { readTextString } from '../../../src/pdf/fields/form-field.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  buildDict,
  type PdfObject,
  PdfRef,
} from '../../../src/pdf/objects/objects.ts';
import type { PrintedControl } from '../../../src/pdf/part/merge-part.ts';
import { plain } from './plain-control.ts';

const select = { kind: 'select', options: ['x', 'y', 'z'].map((value) => ({ value, shown: value.toUpperCase() })) };

type Given = Partial<Omit<PrintedControl, 'options' | 'kind'>> & {
  kind?: string;
  options?: readonly { value: string; shown: string; isSelected?: boolean }[];
  /** How many widgets show it. Default 1. */
  widgets?: number;
};

/** The fields of controls as a form has them. */
function build(...controls: Given[]): unknown[] {
  const named = controls.map(({ widgets = 1, options = [], ...given }) => ({
    control: {
      ...plain,
      ...given,
      options: options.map(({ isSelected = false, ...each }) => ({ ...each, isSelected })),
    } as PrintedControl,
    widgets: Array.from({ length: widgets }, () => new PdfRef(buildDict({ Subtype: 'Widget', Rect: [0, 0, 10, 10] }))),
  }));
  return buildFieldTree(named).map((field) => read(field));
}

function read(object: PdfObject): unknown {
  const dict = asDict(object);
  const entry = (key: string) => {
    const value = dict?.get(key);
    const simple = (one: PdfObject | undefined): unknown =>
      readTextString(one) ?? asName(one) ?? asNumber(one) ?? asArray(one).map(simple);
    return dict?.has(key) ? { [key]: simple(value) } : {};
  };
  const kids = asArray(dict?.get('Kids'));
  for (const kid of kids)
    if (asDict(asDict(kid)?.get('Parent')) !== dict) throw new Error('a kid names another parent');
  const states = [...(asDict(asDict(dict?.get('AP'))?.get('N'))?.keys() ?? [])];
  const isWidget = dict?.has('Subtype');
  return {
    ...Object.assign({}, ...['T', 'FT', 'Ff', 'V', 'DV', 'MaxLen', 'Opt', 'I', 'TU', 'AS'].map(entry)),
    ...(states.length > 0 && { states }),
    ...(kids.length > 0 && { kids: kids.map(read) }),
    ...(isWidget && { isWidget }),
  };
}

describe('the field of a control', () => {
  it.each<[string, Given, object]>([
    ['a text', { value: 'one' }, { FT: 'Tx', V: 'one', DV: 'one' }],
    ['an empty text', {}, { FT: 'Tx' }],
    ['a text of several lines', { value: 'a\nb', isMultiline: true }, { FT: 'Tx', Ff: 1 << 12, V: 'a\rb', DV: 'a\rb' }],
    ['a password', { isPassword: true }, { FT: 'Tx', Ff: 1 << 13 }],
    ['a required text', { isRequired: true }, { FT: 'Tx', Ff: 1 << 1 }],
    ['a text that is read only', { isReadOnly: true }, { FT: 'Tx', Ff: 1 }],
    ['a short text', { maxLength: 8 }, { FT: 'Tx', MaxLen: 8 }],
    ['a text with a label', { tooltip: 'Your name' }, { FT: 'Tx', TU: 'Your name' }],
  ])('is for %s', (_what, control, field) => {
    expect(build(control)).toEqual([{ T: 'a', TU: 'a', ...field, isWidget: true }]);
  });

  const options = select.options;
  const choose = (...chosen: number[]) =>
    options.map((each, index) => ({ ...each, isSelected: chosen.includes(index) }));
  it.each<[string, Given, object]>([
    ['a list without a choice', {}, {}],
    ['a list with one', { options: choose(1) }, { V: 'y', DV: 'y', I: [1] }],
    [
      'a list with two',
      { options: choose(0, 2), isMultiple: true },
      { Ff: 1 << 21, V: ['x', 'z'], DV: ['x', 'z'], I: [0, 2] },
    ],
    ['a menu', { options: choose(2), isCombo: true }, { Ff: 1 << 17, V: 'z', DV: 'z' }],
    [
      'a text with proposals',
      { options: choose(), isCombo: true, isEditable: true, value: 'own' },
      { Ff: (1 << 17) | (1 << 18), V: 'own', DV: 'own' },
    ],
  ])('is for %s', (_what, control, field) => {
    const Opt = [
      ['x', 'X'],
      ['y', 'Y'],
      ['z', 'Z'],
    ];
    expect(build({ ...select, ...control })).toEqual([{ T: 'a', TU: 'a', FT: 'Ch', Opt, ...field, isWidget: true }]);
  });

  it.each<[string, Given, object]>([
    ['that is on', { value: 'red', isOn: true }, { V: 'red', DV: 'red', AS: 'red', states: ['red', 'Off'] }],
    ['that is off', { value: 'red' }, { V: 'Off', DV: 'Off', AS: 'Off', states: ['red', 'Off'] }],
    ['without a value', { value: '' }, { V: 'Off', DV: 'Off', AS: 'Off', states: ['Yes', 'Off'] }],
    ['whose value is no name', { value: 'a b' }, { V: 'Off', DV: 'Off', AS: 'Off', states: ['Yes', 'Off'] }],
    ['whose value means off', { value: 'Off', isOn: true }, { V: 'Yes', DV: 'Yes', AS: 'Yes', states: ['Yes', 'Off'] }],
  ])('is for a check box %s', (_what, control, field) => {
    expect(build({ kind: 'checkbox', ...control })).toEqual([{ T: 'a', TU: 'a', FT: 'Btn', ...field, isWidget: true }]);
  });
});

describe('radio buttons of a name and a form', () => {
  const button = (value: string, more: Given = {}): Given => ({ kind: 'radio', value, ...more });
  const group = { T: 'a', TU: 'a', FT: 'Btn', Ff: (1 << 15) | (1 << 14) };

  it('are one field, with the button that is on', () => {
    expect(build(button('x'), button('y', { isOn: true }))).toEqual([
      {
        ...group,
        V: 'y',
        DV: 'y',
        kids: [
          { AS: 'Off', states: ['x', 'Off'], isWidget: true },
          { AS: 'y', states: ['y', 'Off'], isWidget: true },
        ],
      },
    ]);
  });

  it.each([
    ['the same', ['x', 'x']],
    ['no names', ['a b', 'c']],
  ])('have numbers as states if their values are %s, and the values beside them', (_what, values) => {
    expect(build(...values.map((value) => button(value)))).toMatchObject([
      { V: 'Off', Opt: values, kids: [{ states: ['0', 'Off'] }, { states: ['1', 'Off'] }] },
    ]);
  });

  it('must be chosen from if one of them must', () => {
    expect(build(button('x'), button('y', { isRequired: true }))).toMatchObject([{ Ff: group.Ff | 2 }]);
  });

  it('are two fields if they are of two forms', () => {
    expect(build(button('x'), button('x', { form: 1 }))).toMatchObject([{ T: 'a' }, { T: 'a_2' }]);
  });
});

describe('controls of one name', () => {
  it('are one text, with the value of the first that has one', () => {
    expect(build({}, { value: 'second' }, { value: 'third' })).toMatchObject([
      { T: 'a', FT: 'Tx', V: 'second', kids: [{ isWidget: true }, { isWidget: true }, { isWidget: true }] },
    ]);
  });

  it('are one field in as many widgets as show it', () => {
    expect(build({ widgets: 2 })).toMatchObject([{ FT: 'Tx', kids: [{ isWidget: true }, { isWidget: true }] }]);
  });

  it('are check boxes below it, by their values or their places', () => {
    const box = (value: string): Given => ({ kind: 'checkbox', value });
    expect(build(box('red'), box(''), box('on'))).toMatchObject([
      { T: 'a', kids: [{ T: 'red' }, { T: '2' }, { T: '3' }] },
    ]);
  });

  it('are a text and a list with a number', () => {
    expect(build({}, { ...select })).toMatchObject([
      { T: 'a', FT: 'Tx' },
      { T: 'a_2', FT: 'Ch' },
    ]);
  });
});

describe('a name of a field', () => {
  it.each<[string, string[], object[]]>([
    ['with dots is a path', ['a.b.c'], [{ T: 'a', kids: [{ T: 'b', kids: [{ T: 'c' }] }] }]],
    ['shares its path', ['a.b', 'a.c'], [{ T: 'a', kids: [{ T: 'b' }, { T: 'c' }] }]],
    ['has no empty steps', ['.a..b.'], [{ T: 'a', kids: [{ T: 'b' }] }]],
    ['that is empty is "field"', ['', '..'], [{ T: 'field' }, { T: 'field_2' }]],
    ['that a path has gets a number', ['a.b', 'a'], [{ T: 'a', kids: [{ T: 'b' }] }, { T: 'a_2' }]],
    ['below that of a field has no path', ['a', 'a.b'], [{ T: 'a' }, { T: 'a_b' }]],
    ['below that of a field in a path has no path', ['a.b', 'a.b.c'], [{ T: 'a', kids: [{ T: 'b' }] }, { T: 'a_b_c' }]],
  ])('%s', (_what, names, fields) => {
    expect(build(...names.map((name) => ({ name })))).toMatchObject(fields);
  });
});
