import { describe, expect, it } from 'vitest';
import { drawEmptyWidget, drawMissingButtons, hasAppearance } from '../../../src/pdf/fields/appearances.ts';
import type { FormField } from '../../../src/pdf/fields/form-field.ts';
import {
  asDict,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfStream,
} from '../../../src/pdf/objects/objects.ts';

const drawn = new PdfStream(buildDict({}), Buffer.alloc(0));
const widget = (entries: Record<string, PdfObject>) => buildDict({ Rect: [0, 0, 10, 10], ...entries });
const states = (dict: PdfDict) => [...(asDict(asDict(dict.get('AP'))?.get('N'))?.keys() ?? [])];

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

it('an empty widget is its frame, and that of a button is off', () => {
  const [text, button] = [widget({}), widget({})];
  expect([drawEmptyWidget(text, false), drawEmptyWidget(button, true)]).toEqual([true, true]);
  expect([hasAppearance(text), text.has('AS')]).toEqual([true, false]);
  expect([states(button), asName(button.get('AS'))]).toEqual([['Off'], 'Off']);
  expect(drawEmptyWidget(buildDict({}), false)).toBe(false);
});
