import { describe, expect, it } from 'vitest';
import { fillForm } from '../../../src/pdf/fields/fill-form.ts';
import {
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { encodeTextString } from '../../../src/pdf/objects/text-string.ts';
import { MergeError } from '../../../src/pdf/part/merge-error.ts';
import type { MergePart } from '../../../src/pdf/part/merge-part.ts';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

type Entries = Record<string, PdfObject>;
type Values = NonNullable<MergePart['form']>['values'];

const text = (value: string) => new PdfString(value);
const [multiline, radio, combo, multiSelect, inUnison] = [2 ** 12, 2 ** 15, 2 ** 17, 2 ** 21, 2 ** 25];

/** A font of the form, with the characters of Windows. */
const font = new PdfRef(
  buildDict({
    Subtype: 'Type1',
    BaseFont: 'Body',
    Encoding: 'WinAnsiEncoding',
    FirstChar: 32,
    Widths: Array<number>(224).fill(500),
  }),
);
const drawing = new PdfStream(buildDict({}), Buffer.from('drawn before'));
const drawn = { AP: buildDict({ N: drawing }) };

const field = (name: string, entries: Entries = {}) =>
  buildDict({ T: text(name), FT: 'Tx', Subtype: 'Widget', Rect: [0, 0, 100, 32], ...entries });
/** A widget that has a drawing for each of its states. */
const button = (...states: string[]) =>
  buildDict({ Rect: [0, 0, 10, 10], AP: buildDict({ N: new Map(states.map((state) => [state, drawing])) }) });
const withKids = (parent: PdfDict, ...kids: PdfDict[]) => {
  for (const kid of kids) kid.set('Parent', parent);
  return parent.set('Kids', kids);
};

interface Given {
  values?: Values;
  flatten?: boolean;
  form?: Entries;
}

/** Fills the form of the fourth part of a document. */
function fill(fields: readonly PdfDict[] | undefined, { values, flatten = false, form = {} }: Given = {}) {
  const acroForm = buildDict({
    Fields: (fields ?? []).map((dict) => new PdfRef(dict)),
    DA: text('/Helv 10 Tf 0 g'),
    DR: buildDict({ Font: buildDict({ Helv: font }) }),
    ...form,
  });
  const catalog = buildDict({ AcroForm: fields && acroForm });
  const warnings = new MergeWarnings();
  const part = { index: 3, catalog, pages: [], part: { form: { values, flatten } } } as unknown as OpenPart;
  fillForm(part, { faces: [], mustEmbed: false }, warnings);
  return { catalog, form: acroForm, warnings: warnings.list() };
}

/** What a fill is refused with. */
function refusal(fields: readonly PdfDict[] | undefined, given: Given) {
  try {
    fill(fields, given);
  } catch (error) {
    if (error instanceof MergeError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the entries of a field that is filled', () => {
  it('are a text without the rich text of the one before', () => {
    const note = field('a', { Ff: multiline, RV: text('rich'), V: text('old') });
    fill([note], { values: { a: 'one\ntwo' } });
    expect([note.get('V'), note.has('RV')]).toEqual([encodeTextString('one\rtwo'), false]);
    expect(asDict(note.get('AP'))?.has('N')).toBe(true);
  });

  it.each<[string, number, Values, PdfObject, PdfObject | undefined]>([
    ['of a menu', combo, { a: 'y' }, text('y'), undefined],
    ['of a list with its place', 0, { a: 'y' }, text('y'), [1]],
    ['of several with their places in order', multiSelect, { a: ['z', 'x'] }, [text('z'), text('x')], [0, 2]],
    ['of nothing', 0, { a: '' }, text(''), undefined],
  ])('are a choice %s', (_what, Ff, values, value, places) => {
    const list = field('a', { FT: 'Ch', Ff, Opt: ['x', 'y', 'z'].map(text), V: text('x'), I: [0] });
    fill([list], { values });
    expect([list.get('V'), list.get('I')]).toEqual([value, places]);
  });

  it.each<[string, number, Values, PdfDict[], string, string[]]>([
    ['a check box', 0, { a: 'On' }, [button('On', 'Off')], 'On', ['On']],
    ['a check box that is off', 0, { a: false }, [button('On', 'Off')], 'Off', ['Off']],
    ['boxes of one state', 0, { a: true }, [button('On'), button('On')], 'On', ['On', 'On']],
    ['boxes of two states', 0, { a: '2' }, [button('1'), button('2')], '2', ['Off', '2']],
    ['radio buttons', radio, { a: '2' }, [button('1'), button('2')], '2', ['Off', '2']],
    ['radio buttons that are off', radio, { a: 'false' }, [button('1'), button('2')], 'Off', ['Off', 'Off']],
    ['the first of radio buttons of one state', radio, { a: '1' }, [button('1'), button('1')], '1', ['1', 'Off']],
    [
      'radio buttons of one state in unison',
      radio + inUnison,
      { a: '1' },
      [button('2'), button('1'), button('1')],
      '1',
      ['Off', '1', '1'],
    ],
    ['a box without a drawing', 0, { a: 'yes' }, [buildDict({ Rect: [0, 0, 9, 9] })], 'Yes', ['Yes']],
  ])('are the states of %s', (_what, Ff, values, kids, value, states) => {
    const group = withKids(buildDict({ T: text('a'), FT: 'Btn', Ff }), ...kids);
    fill([group], { values });
    expect([group.get('V'), kids.map((kid) => kid.get('AS'))]).toEqual([value, states]);
  });
});

describe('what a field shows', () => {
  /** Whether each field has another drawing than before. */
  const redrawn = (fields: PdfDict[], given: Given) => {
    const before = fields.map((each) => each.get('AP'));
    fill(fields, given);
    return fields.map((each, at) => each.get('AP') !== before[at]);
  };

  it('is drawn if its value is new or if it has no drawing', () => {
    const fields = [field('a', drawn), field('b', drawn), field('c'), field('d', { FT: 'Btn' })];
    expect(redrawn(fields, { values: { a: 'x' } })).toEqual([true, false, true, true]);
  });

  it('is drawn if the form says that its drawings are old', () => {
    const fields = () => [field('a', drawn), field('b', { ...drawn, FT: 'Ch' })];
    expect(redrawn(fields(), { form: { NeedAppearances: true } })).toEqual([true, true]);
    expect(redrawn(fields(), { form: { NeedAppearances: false } })).toEqual([false, false]);
    expect(fill(fields(), { form: { NeedAppearances: true } }).form.has('NeedAppearances')).toBe(false);
  });

  it('is not drawn for signatures, for buttons that do something and for unknown kinds', () => {
    const fields = [field('a', { FT: 'Sig' }), field('b', { FT: 'Btn', Ff: 2 ** 16 }), field('c', { FT: 'Other' })];
    expect(redrawn(fields, { form: { NeedAppearances: true } })).toEqual([false, false, false]);
  });

  it('stays for buttons that have a drawing of each state', () => {
    const boxes = [button('On'), button('On')];
    const group = withKids(buildDict({ T: text('a'), FT: 'Btn' }), ...boxes);
    const before = boxes.map((box) => box.get('AP'));
    fill([group], { values: { a: true } });
    expect(boxes.map((box) => box.get('AP'))).toEqual(before);
    boxes[1]?.delete('AP');
    fill([group], { values: { a: true } });
    expect(boxes.map((box) => box.has('AP'))).toEqual([true, true]);
  });

  it.each<[string, number, Values, number | undefined]>([
    ['a list whose selected line is beyond its end', 0, { a: 'j' }, 8],
    ['a list that is not filled', 0, {}, 2],
    ['a menu', combo, { a: 'j' }, 2],
  ])('begins as it must in %s', (_what, Ff, values, top) => {
    const list = field('a', { FT: 'Ch', Ff, Opt: [...'abcdefghij'].map(text), TI: 2 });
    fill([list], { values });
    expect(list.get('TI')).toBe(top);
  });
});

describe('a form that is filled', () => {
  it('is refused for new values with characters without a font, and warns of other values', () => {
    const russian = '\xfe\xff\x04\x16';
    const fields = () => [field('a'), field('b', { V: text(russian) })];
    expect(fill(fields(), { values: { a: 'x' } }).warnings).toEqual([
      { part: 3, code: 'glyph_missing', detail: 'field b: no bundled font for forms has "Ж"' },
    ]);
    expect(refusal(fields(), { values: { a: 'Ж' } })).toMatchObject({
      code: 'invalid_request',
      part: 3,
      message: '1 value does not fit the form.',
      fields: [{ name: 'a', detail: 'no bundled font for forms has "Ж"' }],
    });
  });

  it('warns of new values that are too long', () => {
    const long = 'x'.repeat(30);
    expect(fill([field('a', { V: text(long) }), field('b')], { values: { b: long } }).warnings).toEqual([
      { part: 3, code: 'field_overflow', detail: 'field b: the text is longer than the field' },
    ]);
  });

  it('is refused for values of fields that it does not have, and names each of its fields once', () => {
    const fields = [field('a'), field('a'), field('b')];
    const error = refusal(fields, { values: { c: 'x', a: true } });
    expect([error.message, error.part, error.knownFields]).toEqual(['2 values do not fit the form.', 3, ['a', 'b']]);
    expect(refusal(fields, { values: { a: true } }).knownFields).toEqual([]);
  });

  it.each<[string, PdfDict[] | undefined]>([
    ['no form', undefined],
    ['a form without fields', []],
  ])('needs values only if it has fields: %s', (_what, fields) => {
    for (const values of [undefined, {}]) expect(fill(fields, { ...(values && { values }) }).warnings).toEqual([]);
    expect(refusal(fields, { values: { a: 'x' } })).toMatchObject({
      code: 'invalid_request',
      part: 3,
      message: 'The PDF has no form fields.',
      fields: [{ name: '', detail: 'the PDF has no form fields' }],
    });
  });

  it('is refused if it is an XFA form', () => {
    expect(refusal([field('a')], { form: { XFA: text('x') } })).toMatchObject({
      code: 'invalid_request',
      part: 3,
      fields: [{ name: '', detail: 'its form is an XFA form: save it without XFA first' }],
    });
  });

  it('becomes part of its pages only if that is wanted, without its signatures', () => {
    const fields = () => [field('a', { FT: 'Sig', V: buildDict({ Type: 'Sig' }) })];
    const [kept, flat] = [fill(fields()), fill(fields(), { flatten: true })];
    expect([kept, flat].map(({ catalog }) => catalog.has('AcroForm'))).toEqual([true, false]);
    expect([kept, flat].map(({ warnings }) => warnings.map(({ part, code }) => [part, code]))).toEqual([
      [],
      [[3, 'signature_dropped']],
    ]);
  });
});
