import { describe, expect, it } from 'vitest';
import {
  describeMissing,
  drawEmptyWidget,
  drawMissingButtons,
  drawValue,
  hasAppearance,
  listMissing,
  scrollToSelected,
} from '../../../src/pdf/fields/appearances.ts';
import { drawButton } from '../../../src/pdf/fields/button-appearance.ts';
import { FieldFonts } from '../../../src/pdf/fields/field-fonts.ts';
import { type FormField, listFormFields } from '../../../src/pdf/fields/form-field.ts';
import { drawWidgetFrame, readLook, type WidgetLook } from '../../../src/pdf/fields/widget-look.ts';
import {
  asDict,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
  resolve,
} from '../../../src/pdf/objects/objects.ts';

const drawn = new PdfStream(buildDict({}), Buffer.alloc(0));
const widget = (entries: Record<string, PdfObject>) => buildDict({ Rect: [0, 0, 10, 10], ...entries });
const states = (dict: PdfDict) => [...(asDict(asDict(dict.get('AP'))?.get('N'))?.keys() ?? [])];
type Entries = Record<string, PdfObject>;
const text = (value: string) => new PdfString(value);
const appearanceOf = (dict: PdfDict) => resolve(asDict(dict.get('AP'))?.get('N')) as PdfStream;
const contentOf = (stream: PdfObject | undefined) =>
  Buffer.from((resolve(stream) as PdfStream).data).toString('latin1');
const lookOf = (dict: PdfDict, mark?: string) => readLook(dict, mark) as WidgetLook;

/** A font whose characters are half as wide as high, and whose lines are as high as the size says. */
const font = new PdfRef(
  buildDict({
    Subtype: 'Type1',
    BaseFont: 'Body',
    Encoding: 'WinAnsiEncoding',
    FirstChar: 32,
    Widths: Array<number>(224).fill(500),
    FontDescriptor: buildDict({ Ascent: 800, Descent: -200 }),
  }),
);

/** A form with a field of 100 by 20 points, which is its only widget unless it has kids. */
function build(entries: Entries, { kids = [] as PdfDict[], form = {} as Entries } = {}) {
  const own = kids.length > 0 ? { Kids: kids } : { Rect: [0, 0, 100, 20] };
  const dict = buildDict({ T: text('a'), FT: 'Tx', ...own, ...entries });
  for (const kid of kids) kid.set('Parent', dict);
  const acroForm = buildDict({
    Fields: [new PdfRef(dict)],
    DA: text('/Helv 10 Tf 0 g'),
    DR: buildDict({ Font: buildDict({ Helv: font }) }),
    ...form,
  });
  const [field] = listFormFields(buildDict({ AcroForm: acroForm }), []) as [FormField];
  return { field, form: acroForm, fonts: new FieldFonts(acroForm, [], false) };
}

/** The texts of a content with their distances from the left. */
const textsOf = (content: string) =>
  [...content.matchAll(/1 0 0 1 (\S+) \S+ Tm\n\/\w+ \S+ Tf <([\dA-F]*)> Tj/g)].map(([, x, digits = '']) => ({
    shown: Buffer.from(digits, 'hex').toString('latin1'),
    x: Number(x),
  }));

function draw(entries: Entries, more: Parameters<typeof build>[1] = {}) {
  const { field, form, fonts } = build(entries, more);
  const fault = drawValue(field, form, fonts);
  const contents = field.widgets.map((each) => (each.has('AP') ? contentOf(appearanceOf(each)) : ''));
  return { field, fault, contents, texts: contents.map((content) => textsOf(content).map(({ shown }) => shown)) };
}

it.each<[string, Record<string, PdfObject>, boolean]>([
  ['a drawing', { AP: buildDict({ N: drawn }) }, true],
  ['drawings of its states, and a state', { AP: buildDict({ N: buildDict({ Off: drawn }) }), AS: 'Off' }, true],
  ['drawings without a state', { AP: buildDict({ N: buildDict({ Off: drawn }) }) }, false],
  ['a state without drawings', { AP: buildDict({ N: buildDict({}) }), AS: 'Off' }, false],
  ['an empty entry', { AP: buildDict({}), AS: 'Off' }, false],
  ['nothing', {}, false],
])('a widget with %s has an appearance: %s', (_what, entries, has) => {
  expect(hasAppearance(widget(entries))).toBe(has);
});

describe('buttons without an appearance', () => {
  const draw = (value: PdfObject, ...widgets: PdfDict[]) => {
    const field = { kind: 'checkbox', widgets, find: (key: string) => (key === 'V' ? value : undefined) };
    drawMissingButtons(field as unknown as FormField, buildDict({}));
    return widgets.map((each) => [states(each), asName(each.get('AS'))]);
  };

  it.each<[string, PdfObject, string, string]>([
    ['a value', 'Agreed', 'Agreed', 'Agreed'],
    ['a field that is off', 'Off', 'Yes', 'Off'],
    ['a field without a value', null, 'Yes', 'Off'],
  ])('get one for %s', (_what, value, state, shown) => {
    expect(draw(value, widget({}))).toEqual([[[state, 'Off'], shown]]);
  });

  it('keep the state that they show, and drawings that they have', () => {
    expect(draw('Agreed', widget({ AS: 'Off' }))).toEqual([[['Agreed', 'Off'], 'Off']]);
    const own = widget({ AP: buildDict({ N: buildDict({ On: drawn }) }) });
    expect(draw('Agreed', own)).toEqual([[['On'], undefined]]);
    expect(draw('Agreed', buildDict({}))).toEqual([[[], undefined]]);
  });
});

describe('a value', () => {
  const [multiline, password, combo, comb] = [2 ** 12, 2 ** 13, 2 ** 17, 2 ** 24];

  it('is drawn as the part of a form that viewers replace, with the font that it needs', () => {
    const { field, contents } = draw({ V: text('ab') });
    expect(contents).toEqual([
      '/Tx BMC\nq\n1 1 98 18 re W n\nBT\n0 g\n1 0 0 1 2 7 Tm\n/Helv 10 Tf <6162> Tj\nET\nQ\nEMC\n',
    ]);
    expect(appearanceOf(field.dict).dict).toEqual(
      buildDict({
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 100, 20],
        Resources: buildDict({ Font: new Map([['Helv', font]]) }),
      }),
    );
  });

  it('that is empty needs no font', () => {
    const { field, contents } = draw({});
    expect(contents).toEqual(['/Tx BMC\nEMC\n']);
    expect(appearanceOf(field.dict).dict.get('Resources')).toEqual(new Map());
  });

  it('turns with its widget', () => {
    const { field } = draw({ V: text('ab'), MK: buildDict({ R: 90 }) });
    const { dict } = appearanceOf(field.dict);
    expect([dict.get('BBox'), dict.get('Matrix')]).toEqual([
      [0, 0, 20, 100],
      [0, 1, -1, 0, 100, 0],
    ]);
  });

  it.each<[string, Entries, string[]]>([
    ['a text', { V: text('ab') }, ['ab']],
    ['stars of a password', { V: text('ab'), Ff: password }, ['**']],
    ['a line for a text of several in a field of one', { V: text('a\rb\r\nc\nd\te') }, ['a b c d e']],
    [
      'the lines of a field of several',
      { V: text('a\rb\r\nc'), Ff: multiline, Rect: [0, 0, 100, 50] },
      ['a', 'b', 'c'],
    ],
    ['composed characters', { V: text('\xfe\xff\0e\x03\x01') }, ['\xe9']],
    ['each character of a comb', { V: text('ab'), Ff: comb, MaxLen: 4 }, ['a', 'b']],
    ['each character of a comb of 1000 cells', { V: text('ab'), Ff: comb, MaxLen: 1000 }, ['a', 'b']],
    ['a text for a comb of 1001 cells', { V: text('ab'), Ff: comb, MaxLen: 1001 }, ['ab']],
    ['a text for a comb without cells', { V: text('ab'), Ff: comb, MaxLen: 0 }, ['ab']],
    ['a text for a comb of unknown length', { V: text('ab'), Ff: comb }, ['ab']],
    ['a text for a comb of several lines', { V: text('ab'), Ff: comb + multiline, MaxLen: 4 }, ['ab']],
    ['a choice', { FT: 'Ch', Ff: combo, V: text('x') }, ['x']],
    ['the text of a choice', { FT: 'Ch', Ff: combo, V: text('x'), Opt: [[text('x'), text('Ten')]] }, ['Ten']],
    ['the first of two choices', { FT: 'Ch', Ff: combo, V: [text('y'), text('x')] }, ['y']],
    [
      'a choice whatever flags of texts it has',
      { FT: 'Ch', Ff: combo + password + multiline + comb, MaxLen: 4, V: text('a\nb') },
      ['a b'],
    ],
  ])('shows %s', (_what, entries, shown) => {
    expect(draw(entries).texts).toEqual([shown]);
  });

  it.each<[string, Entries, Entries, Entries, number]>([
    ['its widget says', { Q: 1 }, { Q: 2 }, { Q: 2 }, 45],
    ['its field says', {}, { Q: 2 }, { Q: 1 }, 88],
    ['its form says', {}, {}, { Q: 2 }, 88],
    ['text is by default', {}, {}, {}, 2],
    ['text is by default, for an unknown number', {}, { Q: 3 }, {}, 2],
  ])('is aligned as %s', (_what, kid, entries, form, x) => {
    const kids = [buildDict({ Rect: [0, 0, 100, 20], ...kid })];
    const { contents } = draw({ V: text('ab'), ...entries }, { kids, form });
    expect(textsOf(contents[0] ?? '')).toEqual([{ shown: 'ab', x }]);
  });

  it('has the frame of its widget, with the cells of a comb', () => {
    const frame = { MK: buildDict({ BC: [0] }) };
    const { field, contents } = draw({ ...frame, Ff: comb, MaxLen: 4 });
    expect(contents).toEqual([`${drawWidgetFrame(lookOf(field.dict), 4)}/Tx BMC\nEMC\n`]);
    expect(draw(frame).contents).toEqual([`${drawWidgetFrame(lookOf(field.dict))}/Tx BMC\nEMC\n`]);
  });

  it('is drawn with a font of the appearance that it replaces', () => {
    const old = new PdfStream(buildDict({ Resources: buildDict({ Font: buildDict({ Own: font }) }) }), Buffer.alloc(0));
    const { contents } = draw({ V: text('ab'), DA: text('/Own 8 Tf 1 g'), AP: buildDict({ N: old }) });
    expect(contents[0]).toContain('BT\n1 g\n');
    expect(contents[0]).toContain('/Own 8 Tf <6162> Tj');
  });

  it('is drawn into each widget that has an area', () => {
    const kids = [
      [0, 0, 100, 20],
      [5, 5, 5, 20],
      [0, 0, 100, 40],
    ].map((Rect) => buildDict({ Rect }));
    expect(draw({ V: text('ab') }, { kids }).texts).toEqual([['ab'], [], ['ab']]);
  });

  it('may have characters without a font, and may be too long', () => {
    expect(draw({ V: text('ab') }).fault).toEqual({ missing: [], isCut: false });
    expect(draw({ V: text('\xfe\xff\x04\x16\0a') }).fault.missing).toContain('\u0416');
    const kids = [20, 100].map((width) => buildDict({ Rect: [0, 0, width, 20] }));
    expect(draw({ V: text('long text') }, { kids }).fault).toEqual({ missing: [], isCut: true });
  });

  it('may have characters that a warning lists', () => {
    expect(listMissing(['b', 'a', 'b'])).toBe('no bundled font for forms has "b", "a"');
    expect(describeMissing(build({}).field, ['b'])).toBe('field a: no bundled font for forms has "b"');
  });
});

describe('a list of choices', () => {
  const list = (more: Entries = {}) => ({
    FT: 'Ch',
    Opt: [[text('x'), text('One')], text('two\nlines'), text('z')],
    Rect: [0, 0, 100, 32],
    ...more,
  });
  const drawn = (more: Entries) => {
    const { contents, texts } = draw(list(more));
    return {
      texts: texts[0],
      bars: [...(contents[0] ?? '').matchAll(/rg 1 (\S+) 98 10 re f/g)].map(([, y]) => Number(y)),
    };
  };

  it.each<[string, Entries, string[], number[]]>([
    ['all of them', {}, ['One', 'two lines', 'z'], []],
    ['the one that is selected', { V: text('x') }, ['One', 'two lines', 'z'], [21]],
    ['all that are selected', { V: [text('z'), text('x')] }, ['One', 'two lines', 'z'], [21, 1]],
    ['those from the first visible one on', { TI: 1, V: text('z') }, ['two lines', 'z'], [11]],
    ['all for a negative first one', { TI: -1 }, ['One', 'two lines', 'z'], []],
  ])('shows %s', (_what, more, texts, bars) => {
    expect(drawn(more)).toEqual({ texts, bars });
  });

  it('is never too long, as viewers scroll it', () => {
    expect(draw(list({ Rect: [0, 0, 20, 10] })).fault).toEqual({ missing: [], isCut: false });
  });

  const letters = [...'abcdefghij'].map(text);

  it.each<[string, Entries, number[], number | undefined]>([
    ['at its top if nothing is selected', {}, [32], undefined],
    ['at its top if the selected line is visible there', { V: text('c') }, [32], undefined],
    ['at the first line that is not visible there', { V: text('d') }, [32], 3],
    ['at the first of the selected lines', { V: [text('f'), text('e')] }, [32], 4],
    ['no further than its last line needs', { V: text('j') }, [32], 7],
    ['so that its smallest widget shows the line', { V: text('c') }, [32, 22], 2],
    ['at its top if it has fewer lines than room', { V: text('j') }, [200], undefined],
    ['at its top without an area', { V: text('j') }, [0], undefined],
  ])('begins %s', (_what, more, heights, top) => {
    const kids = heights.map((height) => buildDict({ Rect: [0, 0, 100, height] }));
    const { field, form, fonts } = build({ FT: 'Ch', Opt: letters, TI: 1, ...more }, { kids });
    scrollToSelected(field, form, fonts);
    expect(field.dict.get('TI')).toBe(top);
  });
});

it.each([
  ['checkbox', 0, undefined],
  ['checkbox', 0, '8'],
  ['radio', 2 ** 15, undefined],
])('a new %s with the flags %i and the mark %s is drawn on and off', (kind, Ff, mark) => {
  const { field, form } = build({
    FT: 'Btn',
    Ff,
    DA: text('1 0 0 rg'),
    MK: buildDict({ BC: [0], ...(mark && { CA: text(mark) }) }),
  });
  drawMissingButtons(field, form);
  const normal = asDict(asDict(field.dict.get('AP'))?.get('N'));
  const look = lookOf(field.dict, mark);
  expect([normal?.get('Yes'), normal?.get('Off')].map(contentOf)).toEqual(
    [true, false].map((isOn) => drawButton(look, kind === 'radio', isOn, '1 0 0 rg')),
  );
});

it('an empty widget is its frame, and that of a button is off', () => {
  const [plain, button] = [widget({ MK: buildDict({ BC: [0] }) }), widget({})];
  expect([drawEmptyWidget(plain, false), drawEmptyWidget(button, true)]).toEqual([true, true]);
  expect([hasAppearance(plain), plain.has('AS')]).toEqual([true, false]);
  expect(contentOf(appearanceOf(plain))).toBe(drawWidgetFrame(lookOf(plain)));
  expect([states(button), asName(button.get('AS'))]).toEqual([['Off'], 'Off']);
  expect(drawEmptyWidget(buildDict({}), false)).toBe(false);
});
