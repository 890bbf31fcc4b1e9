import { describe, expect, it } from 'vitest';
import { drawEmptyFields } from '../../../src/pdf/fields/draw-empty-fields.ts';
import {
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

type Entries = Record<string, PdfObject>;

const text = (value: string) => new PdfString(value);
const [radio, push, combo, comb] = [2 ** 15, 2 ** 16, 2 ** 17, 2 ** 24];
const field = (entries: Entries) =>
  buildDict({ T: text('a'), Subtype: 'Widget', Rect: [0, 0, 30, 20], MK: buildDict({ BC: [0] }), ...entries });

function draw(...fields: PdfDict[]) {
  const warnings = new MergeWarnings();
  const form = buildDict({ Fields: fields.map((dict) => new PdfRef(dict)) });
  drawEmptyFields({ index: 2, catalog: buildDict({ AcroForm: form }), pages: [] } as unknown as OpenPart, warnings);
  return warnings.list();
}

/** Whether a field gets an appearance. */
const isDrawn = (entries: Entries) => {
  const dict = field(entries);
  draw(dict);
  return dict.has('AP');
};

describe('a field without an appearance', () => {
  it.each<[string, Entries]>([
    ['a text field without a value', { FT: 'Tx' }],
    ['a text field with an empty text', { FT: 'Tx', V: text('') }],
    ['a menu without a value', { FT: 'Ch', Ff: combo }],
    ['a check box', { FT: 'Btn' }],
    ['a check box that is off', { FT: 'Btn', V: 'Off', AS: 'Off' }],
    ['a radio button', { FT: 'Btn', Ff: radio }],
    ['a check box with a mark', { FT: 'Btn', MK: buildDict({ CA: text('8') }) }],
    ['a button without words', { FT: 'Btn', Ff: push }],
    ['a field for a signature', { FT: 'Sig' }],
  ])('is drawn if it shows only its frame: %s', (_what, entries) => {
    expect(isDrawn(entries)).toBe(true);
  });

  it.each<[string, Entries]>([
    ['a text field with a text', { FT: 'Tx', V: text('x') }],
    ['a text field with a number', { FT: 'Tx', V: 1 }],
    ['a comb', { FT: 'Tx', Ff: comb }],
    ['a menu with a value', { FT: 'Ch', Ff: combo, V: text('x') }],
    ['a list', { FT: 'Ch' }],
    ['a check box that is on', { FT: 'Btn', V: 'Yes' }],
    ['a check box whose widget is on', { FT: 'Btn', AS: 'Yes' }],
    ['a radio button that is on', { FT: 'Btn', Ff: radio, V: '1' }],
    ['a button with words', { FT: 'Btn', Ff: push, MK: buildDict({ CA: text('Send') }) }],
    ['a button with a picture', { FT: 'Btn', Ff: push, MK: buildDict({ I: new PdfRef(null) }) }],
    ['a field of an unknown kind', { FT: 'Odd' }],
    ['a field that is no widget', { FT: 'Tx', Subtype: 'Link' }],
    ['a field without an area', { FT: 'Tx', Rect: [0, 0, 0, 20] }],
    ['a check box without an area', { FT: 'Btn', Rect: [0, 0, 0, 20] }],
  ])('stays if it may show more, or is not seen: %s', (_what, entries) => {
    expect(isDrawn(entries)).toBe(false);
  });

  it('is counted with the others of its part', () => {
    expect(draw(field({ FT: 'Tx' }), field({ FT: 'Sig' }), field({ FT: 'Ch' }))).toEqual([
      { part: 2, code: 'conformance_repaired', detail: 'empty form fields have an appearance (2)' },
    ]);
    expect(draw(field({ FT: 'Tx', Rect: [0, 0, 0, 20] }), field({ FT: 'Btn', AS: 'Yes' }))).toEqual([]);
  });

  it('is drawn on and off if it is a check box, and off if it is a button', () => {
    const states = ['Btn', 'Btn', 'Tx'].map((FT, at) => {
      const dict = field({ FT, Ff: at === 1 ? push : 0 });
      draw(dict);
      const normal = asDict(dict.get('AP'))?.get('N');
      return normal instanceof Map ? [...normal.keys()] : [];
    });
    expect(states).toEqual([['Yes', 'Off'], ['Off'], []]);
  });

  it('gets one in each of its widgets that lacks one', () => {
    const old = buildDict({ N: new PdfStream(new Map(), Buffer.alloc(0)) });
    const kids = [{}, { AP: old }, { Subtype: 'Link' }].map((entries) =>
      buildDict({ Subtype: 'Widget', Rect: [0, 0, 9, 9], ...entries }),
    );
    const parent = buildDict({ T: text('a'), FT: 'Tx', Kids: kids });
    for (const kid of kids) kid.set('Parent', parent);
    draw(parent);
    expect(kids.map((kid) => [kid.has('AP'), kid.get('AP') === old])).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ]);
  });
});

it('a document without a form stays as it is', () => {
  const warnings = new MergeWarnings();
  drawEmptyFields({ index: 0, catalog: new Map(), pages: [] } as unknown as OpenPart, warnings);
  expect(warnings.list()).toEqual([]);
});
