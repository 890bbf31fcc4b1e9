import { describe, expect, it } from 'vitest';
import { asDict, asList, buildDict, type PdfObject, PdfRef, PdfString } from '../../../src/pdf/objects/objects.ts';
import { repairHeaders, repairTable } from '../../../src/pdf/tagging/repair-tables.ts';
import { isElement, type StructureElement } from '../../../src/pdf/tagging/structure-elements.ts';

/** An element from its role with attributes such as `TD ColSpan=2`, and what is in it; a number is content. */
type Tag = [words: string, ...kids: (Tag | string | number)[]];

function build([words, ...kids]: Tag, parent?: StructureElement): StructureElement {
  const [role = '', ...attributes] = words.split(' ');
  const read = (value = '') => (Number.isNaN(Number(value)) ? value : Number(value));
  const entries = attributes.map((each) => each.split('=')).map(([key = '', value]) => [key, read(value)]);
  const A = entries.length > 0 ? buildDict({ O: 'Table', ...Object.fromEntries(entries) }) : undefined;
  const dict = buildDict({ S: role, A });
  const element: StructureElement = { ref: new PdfRef(dict), dict, role, parent, kids: [] };
  element.kids = kids.map((kid) =>
    typeof kid === 'number' ? { object: kid, mcid: kid } : build(typeof kid === 'string' ? [kid] : kid, element),
  );
  return element;
}

function show(element: StructureElement): string {
  const attributes = asList(element.dict.get('A')).flatMap((each) => [...(asDict(each) ?? [])]);
  const words = attributes.flatMap(([key, value]) => (key === 'O' ? [] : [`${key}=${value}`]));
  const kids = element.kids.map((kid) => (isElement(kid) ? show(kid) : String(kid.mcid)));
  expect(element.dict.get('S')).toBe(element.role);
  return [element.role, ...words].join(' ') + (kids.length > 0 ? `[${kids.join(', ')}]` : '');
}

function repair(top: Tag): string {
  const element = build(top);
  repairTable(element);
  return show(element);
}

describe('a table is repaired', () => {
  it.each<[string, Tag, string]>([
    ['with nothing to repair', ['Table', ['TR', 'TD', 'TD']], 'Table[TR[TD, TD]]'],
    ['without rows', ['Table'], 'Table'],
    ['with its background', ['Table', 0, ['TR', 1, 'TD']], 'Table[TR[TD]]'],
    ['with a group of rows', ['Table', ['Div', ['TR', 'TD'], ['TR', 'TD']]], 'Table[TR[TD], TR[TD]]'],
    ['with a group of groups', ['Table', ['NonStruct', ['TBody', ['TR', 'TD']]]], 'Table[TBody[TR[TD]]]'],
    ['with a group of rows in a body', ['Table', ['TBody', ['Div', ['TR', 'TD']]]], 'Table[TBody[TR[TD]]]'],
    ['with a group of cells', ['Table', ['TR', ['Div', 'TD', 'TD']]], 'Table[TR[TD, TD]]'],
    ['with a paragraph', ['Table', ['TR', 'TD'], 'P'], 'Table[TR[TD], TR[TD[P]]]'],
    ['with a paragraph in a body', ['Table', ['TBody', 'P', 3]], 'Table[TBody[TR[TD[P]]]]'],
    ['with a body in a body', ['Table', ['TBody', ['TBody', 'P']]], 'Table[TBody[TR[TD[TBody[P]]]]]'],
    ['with a paragraph in a row', ['Table', ['TR', 'P', 'TD']], 'Table[TR[TD[P], TD]]'],
    ['with a caption behind', ['Table', ['TR', 'TD'], 'Caption'], 'Table[Caption, TR[TD]]'],
    ['with two captions', ['Table', 'Caption', 'Caption', ['TR', 'TD']], 'Table[Caption, TR[TD[P]], TR[TD]]'],
    ['with short rows', ['Table', ['TR', 'TD'], ['TR', 'TD', 'TD', 'TD']], 'Table[TR[TD, TD, TD], TR[TD, TD, TD]]'],
    ['with an empty row', ['Table', ['TR'], ['TR', 'TD']], 'Table[TR, TR[TD]]'],
    [
      'with a cell that spans columns',
      ['Table', ['TR', 'TD ColSpan=2'], ['TR', 'TD', 'TD']],
      'Table[TR[TD ColSpan=2], TR[TD, TD]]',
    ],
    [
      'with a cell that spans rows',
      ['Table', ['TR', 'TD RowSpan=2', 'TD'], ['TR', 'TD']],
      'Table[TR[TD RowSpan=2, TD], TR[TD]]',
    ],
    [
      'with a cell that spans more rows than there are',
      ['Table', ['TR', 'TD RowSpan=9', 'TD'], ['TR', 'TD']],
      'Table[TR[TD RowSpan=2, TD], TR[TD]]',
    ],
    [
      'with a span that meets a cell from above',
      ['Table', ['TR', 'TD', 'TD RowSpan=2'], ['TR', 'TD ColSpan=2']],
      'Table[TR[TD, TD RowSpan=2], TR[TD ColSpan=1]]',
    ],
    [
      'with cells around one from above',
      ['Table', ['TR', 'TD', 'TD RowSpan=2 ColSpan=2', 'TD'], ['TR', 'TD', 'TD ColSpan=2']],
      'Table[TR[TD, TD RowSpan=2 ColSpan=2, TD, TD], TR[TD, TD ColSpan=2]]',
    ],
    [
      'with a cell that spans three rows',
      ['Table', ['TR', 'TD RowSpan=3', 'TD'], ['TR', 'TD'], ['TR']],
      'Table[TR[TD RowSpan=3, TD], TR[TD], TR]',
    ],
    [
      'with spans that are none',
      ['Table', ['TR', 'TD ColSpan=0 RowSpan=-1', 'TD ColSpan=1.5']],
      'Table[TR[TD ColSpan=0 RowSpan=-1, TD ColSpan=1.5]]',
    ],
    [
      'with header cells',
      ['Table', ['TR', 'TH', 'TH'], ['TR', 'TH', 'TD']],
      'Table[TR[TH Scope=Column, TH Scope=Column], TR[TH Scope=Row, TD]]',
    ],
    ['with a scope', ['Table', ['TR', 'TH Scope=Row', 'TD']], 'Table[TR[TH Scope=Row, TD]]'],
    [
      'with rows in groups',
      ['Table', ['THead', ['TR', 'TH']], ['TBody', ['TR', 'TH']]],
      'Table[THead[TR[TH Scope=Column]], TBody[TR[TH Scope=Row]]]',
    ],
  ])('%s', (_what, table, expected) => {
    expect(repair(table)).toBe(expected);
  });

  it('with no more places than a table may have', () => {
    const rows = (count: number, words: string): Tag => [
      'Table',
      ['TR', words],
      ...Array.from({ length: count - 1 }, (): Tag => ['TR', 'TD']),
    ];
    expect(repair(rows(101, 'TD RowSpan=101 ColSpan=100'))).toContain('TR[TD RowSpan=101 ColSpan=100');
    expect(repair(rows(101, 'TD RowSpan=101 ColSpan=101'))).toContain('TR[TD RowSpan=1 ColSpan=101');
    expect(repair(['Table', ['TR', 'TD ColSpan=10001'], ['TR', 'TD']])).toBe(
      `Table[TR[TD ColSpan=10001], TR[TD${', TD'.repeat(10_000)}]]`,
    );
    expect(repair(['Table', ['TR', 'TD ColSpan=10002'], ['TR', 'TD']])).toBe(
      'Table[TR[TD ColSpan=10002], TR[TD ColSpan=10002]]',
    );
  });

  it.each(['TR', 'TH', 'TD'])('by making a %s outside a division', (role) => {
    expect(repair([role, 'P'])).toBe('Div[P]');
    const above = build(['Sect', [role]]);
    repairTable(above.kids[0] as StructureElement);
    expect(show(above)).toBe('Sect[Div]');
  });

  it('but not its rows and cells themselves', () => {
    const table = build(['Table', ['TR', 'TD', 'TH'], ['TBody', ['TR', 'TD']], ['THead', ['TR']], ['TFoot', ['TR']]]);
    const before = show(table);
    const visit = (element: StructureElement): void => {
      if (element.role !== 'Table') repairTable(element);
      for (const kid of element.kids) if (isElement(kid)) visit(kid);
    };
    visit(table);
    expect(show(table)).toBe(before);
  });
});

describe('the header cells that a cell names', () => {
  const name = (role: string, ...ids: string[]) => {
    const Headers: PdfObject = ids.map((id) => new PdfString(id));
    const cell = build([role]);
    cell.dict.set('A', buildDict({ O: 'Table', Headers }));
    repairHeaders(cell, new Set(['a', 'b']));
    return asDict(cell.dict.get('A'))?.get('Headers');
  };

  it('are those that are there', () => {
    expect(name('TD', 'a', 'c', 'b')).toEqual([new PdfString('a'), new PdfString('b')]);
    expect(name('TH', 'c')).toEqual([]);
    expect(name('P', 'c')).toEqual([new PdfString('c')]);
  });
});
