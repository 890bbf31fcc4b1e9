import { describe, expect, it } from 'vitest';
import { repairAnnotations } from '../../../../src/pdf/conformance/repair/repair-annotations.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject>;

const effectless = 'flags of annotations that have no effect were removed';
const printed = 'annotations that only screens showed are printed';
const shaped = 'appearances of form fields are of the kind that their fields need';

/** An annotation of a page after its repair, and what is said of it. */
function repair(entries: Entries): { entries: Entries; notes: string[] } {
  const annotation = buildDict(entries);
  const notes: string[] = [];
  repairAnnotations(buildDict({ Annots: [null, new PdfRef(annotation)] }), (note) => void notes.push(note));
  return { entries: Object.fromEntries(annotation), notes };
}

describe('the flags of an annotation', () => {
  const [full, empty] = [
    [0, 0, 9, 9],
    [5, 6, 5, 6],
  ];

  it.each<[name: string, flags: number | undefined, rect: number[] | undefined, repaired: number, notes: string[]]>([
    ['print', 4, full, 4, []],
    ['nothing', undefined, full, 4, [printed]],
    ['none of them', 0, full, 4, [printed]],
    ['invisible', 1 + 4, full, 4, [effectless]],
    ['toggled under the pointer', 256 + 4, full, 4, [effectless]],
    ['both without print', 1 + 256, full, 4, [effectless, printed]],
    ['hidden', 2, full, 2, []],
    ['hidden and print', 2 + 4, full, 6, []],
    ['not for screens', 32, full, 32, []],
    ['hidden without an area', 2, empty, 4, [effectless, printed]],
    ['not for screens without an area', 32 + 4, empty, 4, [effectless]],
    ['hidden and without a width', 2, [5, 0, 5, 9], 2, []],
    ['hidden and without a height', 2, [0, 5, 9, 5], 2, []],
    ['hidden without a rectangle', 2 + 4, undefined, 4, [effectless]],
    ['read only and print', 64 + 4, full, 68, []],
    ['read only', 64, full, 68, [printed]],
  ])('are those of paper: %s', (_, flags, rect, repaired, notes) => {
    const given: Entries = { Subtype: 'Stamp', ...(flags !== undefined && { F: flags }), ...(rect && { Rect: rect }) };
    expect(repair(given)).toEqual({ entries: { ...given, F: repaired }, notes });
  });

  it.each(['Popup', 'Link'])('are left to others for the kind %s', (Subtype) => {
    const given = { Subtype, F: 1, A: new Map(), Rect: [0, 0, 9, 9] };
    expect(repair(given)).toEqual({ entries: given, notes: [] });
  });
});

describe('a form field', () => {
  const stream = () => new PdfStream(new Map(), Buffer.from('n'));
  const [one, two] = [stream(), stream()];
  const states = buildDict({ On: one, Off: two });
  const widget = { Subtype: 'Widget', F: 4, Rect: [0, 0, 9, 9] };
  const button = { ...widget, FT: 'Btn' };

  it('loses its actions', () => {
    expect(repair({ ...widget, A: new Map() })).toEqual({
      entries: widget,
      notes: ['actions of form fields were removed'],
    });
  });

  it.each<[name: string, given: Entries, changed: Entries]>([
    [
      'states for a button with one appearance',
      { ...button, AS: 'On', AP: buildDict({ N: one, D: two }) },
      { AS: 'On', AP: buildDict({ N: buildDict({ On: one }), D: two }) },
    ],
    [
      'the state off if a button has none',
      { ...button, AP: buildDict({ N: one }) },
      { AS: 'Off', AP: buildDict({ N: buildDict({ Off: one }) }) },
    ],
    [
      'states for a button whose type is in the field above',
      { ...widget, Parent: buildDict({ FT: 'Btn' }), AS: 'On', AP: buildDict({ N: one }) },
      { AS: 'On', AP: buildDict({ N: buildDict({ On: one }) }) },
    ],
    [
      'the state that a text shows',
      { ...widget, FT: 'Tx', AS: 'Off', AP: buildDict({ N: states, D: one }) },
      { AP: buildDict({ N: two, D: one }) },
    ],
  ])('gets %s', (_, given, changed) => {
    expect(repair(given)).toEqual({ entries: { ...given, ...changed }, notes: [shaped] });
  });

  it.each<[name: string, given: Entries]>([
    ['a button with states', { ...button, AS: 'On', AP: buildDict({ N: states }) }],
    ['a text with one appearance', { ...widget, FT: 'Tx', AS: 'On', AP: buildDict({ N: one }) }],
    ['a text without a state', { ...widget, FT: 'Tx', AP: buildDict({ N: states }) }],
    ['a text with a state that is missing', { ...widget, FT: 'Tx', AS: 'Other', AP: buildDict({ N: states }) }],
    ['a field without an appearance', { ...button, AS: 'On' }],
    ['a field with another appearance', { ...button, AS: 'On', AP: buildDict({ D: one }) }],
  ])('keeps its appearance: %s', (_, given) => {
    expect(repair(given)).toEqual({ entries: given, notes: [] });
  });
});
