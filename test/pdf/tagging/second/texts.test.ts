import { describe, expect, it } from 'vitest';
import { readTextString } from '../../../../src/pdf/fields/form-field.ts';
import {
  asArray,
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
} from '../../../../src/pdf/objects/objects.ts';
import type { StructurePlaces } from '../../../../src/pdf/tagging/second/structure-places.ts';
import { dropPrivateText, nameLists, nameWidgets } from '../../../../src/pdf/tagging/second/texts.ts';
import type { StructureElement } from '../../../../src/pdf/tagging/structure-elements.ts';

type Entries = Record<string, PdfObject>;

function element(role: string, kids: StructureElement[] = [], entries: Entries = {}): StructureElement {
  const dict = buildDict(entries);
  return { ref: new PdfRef(dict), dict, role, parent: undefined, kids };
}

describe('a list', () => {
  /** Its attributes once it is named, if its labels show these texts. */
  function name(labels: string[], entries: Entries = {}) {
    const texts = new Map<StructureElement, string>();
    const items = labels.map((text) => {
      const label = element('Lbl');
      texts.set(label, text);
      return element('LI', [label, element('LBody')]);
    });
    const list = element('L', items, entries);
    const places = { readText: (each: StructureElement) => texts.get(each) ?? '' } as unknown as StructurePlaces;
    nameLists([element('Document', [list])], places);
    return asArray(list.dict.get('A')).map((attributes) => asDict(attributes)?.get('ListNumbering') ?? attributes);
  }

  it.each([
    [['1.', '2.'], 'Ordered'],
    [['a)', '\u03b2)'], 'Ordered'],
    [['\u2022'], 'Unordered'],
    [['1.', '\u2022'], 'Unordered'],
    [['-', ''], 'Unordered'],
  ])('with the labels %j is %s', (labels, numbering) => {
    expect(name(labels)).toEqual([numbering]);
  });

  it('without labels is not named', () => {
    expect(name([])).toEqual([]);
    const list = element('L', [element('LI', [element('LBody')])]);
    nameLists([list], { readText: () => 'a' } as unknown as StructurePlaces);
    expect(list.dict.has('A')).toBe(false);
  });

  it('keeps the kind that it names, and the other attributes that it has', () => {
    const numbering = (kind: string) => buildDict({ O: 'List', ListNumbering: kind });
    expect(name(['1.'], { A: [numbering('UpperRoman')] })).toEqual(['UpperRoman']);
    expect(name(['1.'], { A: numbering('None') })).toEqual(['None', 'Ordered']);
    const layout = buildDict({ O: 'Layout' });
    expect(name(['1.'], { A: layout })).toEqual([layout, 'Ordered']);
  });
});

describe('a field', () => {
  const nameIt = (entries: Entries) => {
    const widget = buildDict({ Subtype: 'Widget', ...entries });
    nameWidgets([new PdfRef(buildDict({ Annots: [widget] }))]);
    return readTextString(widget.get('Contents'));
  };
  const text = (value: string) => new PdfString(value);

  it('is named by its tooltip, else by its name, which may be above it', () => {
    expect(nameIt({ TU: text('Your name'), T: text('name') })).toBe('Your name');
    expect(nameIt({ T: text('name') })).toBe('name');
    expect(nameIt({ Parent: buildDict({ TU: text('Above'), T: text('above') }), T: text('own') })).toBe('Above');
    expect(nameIt({ TU: text(''), Parent: buildDict({ Parent: buildDict({ T: text('top') }) }) })).toBe('top');
    expect(nameIt({})).toBeUndefined();
  });

  it('keeps the description that it has', () => {
    expect(nameIt({ Contents: text('mine'), TU: text('other') })).toBe('mine');
  });

  it('is not named through a ring of parents', () => {
    const ring: PdfDict = buildDict({});
    ring.set('Parent', ring);
    expect(nameIt({ Parent: ring })).toBeUndefined();
  });

  it('is the only annotation that is named so', () => {
    const link = buildDict({ Subtype: 'Link', T: text('a') });
    nameWidgets([new PdfRef(buildDict({ Annots: [link] })), new PdfRef(buildDict({}))]);
    expect(link.has('Contents')).toBe(false);
  });
});

describe('characters of private use', () => {
  const written = (dict: PdfDict, key: string) => readTextString(dict.get(key));
  const utf16 = (value: string) =>
    new PdfString(`\xfe\xff${Buffer.from(value, 'utf16le').swap16().toString('latin1')}`);

  it('leave the texts of elements, headings and annotations, and no others', () => {
    const entries = () =>
      Object.fromEntries(
        ['Alt', 'ActualText', 'T', 'Title', 'Contents', 'TU', 'Lang'].map((key) => [key, utf16('a\ue000b')]),
      );
    const inner = element('Figure', [], entries());
    const heading = buildDict(entries());
    const annotation = buildDict(entries());
    dropPrivateText([element('Document', [inner])], [new PdfRef(buildDict({ Annots: [annotation] }))], [heading]);
    const cleaned = (dict: PdfDict) => [...dict.keys()].filter((key) => written(dict, key) === 'ab');
    expect(cleaned(inner.dict)).toEqual(['Alt', 'ActualText', 'T']);
    expect(cleaned(heading)).toEqual(['Title']);
    expect(cleaned(annotation)).toEqual(['Contents', 'TU']);
    expect(written(heading, 'Lang')).toBe('a\ue000b');
  });

  it('leave no trace in texts without them', () => {
    const alt = utf16('plain');
    const figure = element('Figure', [], { Alt: alt });
    dropPrivateText([figure], [], []);
    expect(figure.dict.get('Alt')).toBe(alt);
  });
});
