import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfString } from '../../../../src/pdf/objects/objects.ts';
import type { Destinations } from '../../../../src/pdf/part/links/destinations.ts';
import { addStructureDestinations, walkOutline } from '../../../../src/pdf/tagging/second/structure-destinations.ts';
import type { StructurePlaces } from '../../../../src/pdf/tagging/second/structure-places.ts';

const place: PdfObject[] = [1, 'Fit'];
const named: PdfObject[] = [2, 'Fit'];
/** The only named place is "known". */
const destinations = { findPlace: (name: string) => (name === 'known' ? named : undefined) } as Destinations;
/** Says what it was asked for. */
const places = { find: (...asked: PdfObject[]) => ['place', ...asked] } as unknown as StructurePlaces;
const element = new PdfRef(buildDict({ S: 'H1' }));

function adaptLink(entries: Record<string, PdfObject>): PdfDict {
  const link = buildDict(entries);
  addStructureDestinations([new PdfRef(buildDict({ Annots: [7, link] }))], undefined, destinations, places);
  return link;
}

describe('a link', () => {
  it.each<[string, Record<string, PdfObject>, PdfObject, PdfObject[]]>([
    ['a place on a page', { Dest: place }, place, place],
    ['a name', { Dest: new PdfString('known') }, new PdfString('known'), named],
    ['an action', { A: buildDict({ S: 'GoTo', D: place }) }, place, place],
    [
      'an action with a name',
      { A: buildDict({ S: 'GoTo', D: new PdfString('known') }) },
      new PdfString('known'),
      named,
    ],
  ])('with %s leads to an element too', (_, entries, target, found) => {
    expect(adaptLink({ Rect: [0], ...entries })).toEqual(
      buildDict({ Rect: [0], A: buildDict({ S: 'GoTo', D: target, SD: ['place', found, undefined as never] }) }),
    );
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['without a target', { Rect: [0] }],
    ['to a URL', { A: buildDict({ S: 'URI', D: place }) }],
    ['to an unknown name', { Dest: new PdfString('unknown') }],
  ])('%s stays unchanged', (_, entries) => {
    expect(adaptLink(entries)).toEqual(buildDict(entries));
  });
});

describe('the items of an outline', () => {
  const item = (title: string, more: Record<string, PdfObject> = {}) =>
    buildDict({ Title: new PdfString(title), ...more });
  const build = () => {
    const [a, aa, ab, b] = ['a', 'aa', 'ab', 'b'].map((title) => item(title)) as [PdfDict, PdfDict, PdfDict, PdfDict];
    a.set('First', new PdfRef(aa)).set('Next', new PdfRef(b));
    aa.set('Next', new PdfRef(ab));
    return { items: [a, aa, ab, b], outline: new PdfRef(buildDict({ First: new PdfRef(a) })) };
  };

  it('are in the order of the outline', () => {
    const { items, outline } = build();
    expect([...walkOutline(outline)]).toEqual(items);
    expect([...walkOutline(undefined)]).toEqual([]);
  });

  it('lead to elements: to their own one if they have one', () => {
    const { items, outline } = build();
    items[1]?.set('Dest', place).set('SE', element);
    items[3]?.set('Dest', place);
    addStructureDestinations([], outline, destinations, places);
    const found = items.map((each) => (each.get('A') as PdfDict | undefined)?.get('SD'));
    expect(found).toEqual([undefined, ['place', place, element], undefined, ['place', place, undefined]]);
    expect(items.some((each) => each.has('Dest'))).toBe(false);
  });
});
