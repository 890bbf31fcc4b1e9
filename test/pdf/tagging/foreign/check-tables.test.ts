import { describe, expect, it } from 'vitest';
import { buildDict, type PdfObject, PdfRef, PdfString } from '../../../../src/pdf/objects/objects.ts';
import { checkTables } from '../../../../src/pdf/tagging/foreign/check-cells.ts';
import { checkNesting } from '../../../../src/pdf/tagging/foreign/check-nesting.ts';
import type { StructureElement } from '../../../../src/pdf/tagging/structure-elements.ts';

/** An element, its attributes of a table, its other entries, and what is in it. */
type Entries = Record<string, PdfObject> | undefined;
type Tag = [role: string, attributes?: Entries, entries?: Entries, ...kids: Tag[]];

function build([role, attributes, entries, ...kids]: Tag, parent?: StructureElement): StructureElement {
  const dict = buildDict({ ...(attributes && { A: buildDict({ O: 'Table', ...attributes }) }), ...entries });
  const element: StructureElement = { ref: new PdfRef(dict), dict, role, parent, kids: [] };
  element.kids = kids.map((kid) => build(kid, element));
  return element;
}
/** A tag without attributes. */
const tag = (role: string, ...kids: (Tag | string)[]): Tag => [
  role,
  undefined,
  undefined,
  ...kids.map((kid): Tag => (typeof kid === 'string' ? [kid] : kid)),
];
const cells = (role: string, count: number): string[] => Array.from({ length: count }, () => role);
const row = (...kids: (Tag | string)[]) => tag('TR', ...kids);

describe('the nesting of tags', () => {
  const find = (top: Tag) => [...checkNesting([build(top)])].map(({ what, clause }) => `${clause} ${what}`);

  it.each<[string, Tag, string[]]>([
    ['a table', tag('Table', 'Caption', tag('THead', row('TH')), tag('TBody', row('TD')), tag('TFoot', row('TD'))), []],
    ['a caption at the end', tag('Table', row('TH'), 'Caption'), []],
    ['a table with a grouping that means nothing', tag('Table', tag('NonStruct', row(tag('NonStruct', 'TD')))), []],
    ['a list', tag('L', 'Caption', tag('LI', 'Lbl', 'LBody'), tag('L')), []],
    ['contents', tag('TOC', 'Caption', 'TOCI', tag('TOC')), []],
    ['a row outside', tag('Div', 'TR'), ['7.2 the tag TR is not directly inside Table, THead, TBody or TFoot']],
    ['a row at the top', tag('TR'), ['7.2 the tag TR is not directly inside Table, THead, TBody or TFoot']],
    [
      'a cell outside',
      tag('Table', 'TD'),
      [
        '7.2 the tag Table contains the tag TD, and may contain only TR, THead, TBody, TFoot or Caption',
        '7.2 the tag TD is not directly inside TR',
      ],
    ],
    [
      'a paragraph in a row',
      row('P'),
      [
        '7.2 the tag TR is not directly inside Table, THead, TBody or TFoot',
        '7.2 the tag TR contains the tag P, and may contain only TH or TD',
      ],
    ],
    [
      'a paragraph in a body',
      tag('Table', tag('TBody', 'P')),
      ['7.2 the tag TBody contains the tag P, and may contain only TR'],
    ],
    [
      'a body of a list item outside',
      tag('L', tag('LI', tag('P', 'LBody'))),
      [
        '7.2 the tag LI contains the tag P, and may contain only Lbl or LBody',
        '7.2 the tag LBody is not directly inside LI',
      ],
    ],
    [
      'two captions',
      tag('Table', 'Caption', row('TH'), 'Caption'),
      ['7.2 the tag Table contains more than one tag Caption'],
    ],
    [
      'a caption in the middle',
      tag('Table', row('TH'), 'Caption', row('TH')),
      ['7.2 the tag Caption is neither the first nor the last in its Table'],
    ],
    ['a caption at the end of a list', tag('L', 'LI', 'Caption'), ['7.2 the tag Caption is not the first in its L']],
    ['two captions of contents', tag('TOC', 'Caption', 'Caption'), ['7.2 the tag Caption is not the first in its TOC']],
    ['two heads', tag('Table', 'THead', 'THead', 'TBody'), ['7.2 the tag Table contains more than one tag THead']],
    ['two feet', tag('Table', 'TBody', 'TFoot', 'TFoot'), ['7.2 the tag Table contains more than one tag TFoot']],
    ['a head without a body', tag('Table', 'THead'), ['7.2 the tag Table contains THead but no TBody']],
    ['a foot without a body', tag('Table', row('TH'), 'TFoot'), ['7.2 the tag Table contains TFoot but no TBody']],
  ])('of %s', (_what, top, expected) => {
    expect(find(top).sort()).toEqual(expected.sort());
  });
});

describe('the cells of a table', () => {
  const find = (top: Tag, classes?: Record<string, PdfObject>) =>
    [...checkTables([build(top)], classes && buildDict(classes))].map(({ what, clause }) => `${clause} ${what}`);
  const head = (scope: string, more: Record<string, PdfObject> = {}): Tag => ['TH', { Scope: scope, ...more }];
  const wide = (role: string, columns: number, rows = 1): Tag => [
    role,
    { ColSpan: columns, RowSpan: rows, Scope: 'Both' },
  ];
  const headless = '7.5 a data cell has neither Headers nor a header cell (TH) with a Scope';

  it.each<[string, Tag, string[]]>([
    ['in a rectangle', tag('Table', row(head('Column'), head('Column')), row('TD', 'TD')), []],
    [
      'in groups of rows',
      tag('Table', tag('THead', row(head('Column'))), tag('TBody', row('TD')), tag('TFoot', row('TD'))),
      [],
    ],
    ['over two columns', tag('Table', row(wide('TH', 2)), row('TD', 'TD')), []],
    ['over two rows', tag('Table', row(wide('TH', 1, 2), head('Column')), row('TD'), row(head('Row'), 'TD')), []],
    [
      'of a shorter row',
      tag('Table', row(head('Column'), head('Column')), row('TD')),
      ['7.2 row 2 of a table has 1 columns, and the first row 2'],
    ],
    [
      'of a longer row',
      tag('Table', row(head('Column')), row('TD'), row('TD', 'TD')),
      ['7.2 row 3 of a table has 2 columns, and the first row 1'],
    ],
    [
      'that overlap',
      tag('Table', row('TH', wide('TH', 1, 2)), row(wide('TH', 2))),
      ['7.2 row 2 of a table has cells that overlap'],
    ],
    [
      'beyond the last row',
      tag('Table', row('TH'), row(wide('TH', 1, 2))),
      ['7.2 row 2 of a table has a cell that spans more rows than there are'],
    ],
    ['too many', tag('Table', row(wide('TH', 1_000_001))), ['7.2 a table has too many cells']],
    [
      'with spans that are none',
      tag('Table', row(['TH', { ColSpan: 0, RowSpan: 1.5, Scope: 'Column' }]), row('TD')),
      [],
    ],
    ['beside other tags', tag('Table', row('P', head('Row'), 'TD')), []],
    ['under no header', tag('Table', row('TH'), row('TD')), [headless]],
    ['that are the corner', tag('Table', row('TD', head('Column')), row(head('Row'), 'TD')), []],
    ['in the first row', tag('Table', row('TH', 'TD')), [headless]],
    ['in the first column', tag('Table', row('TH'), row('TD')), [headless]],
    ['beside a header of columns', tag('Table', row(head('Column'), 'TD')), [headless]],
    ['under a header of rows', tag('Table', row(head('Row')), row('TD')), [headless]],
    ['beside a header of both', tag('Table', row(head('Both'), 'TD')), []],
    ['under a header of both', tag('Table', row(head('Both')), row('TD')), []],
    ['right of a wide header', tag('Table', row(wide('TH', 2), head('None')), row('TD', 'TD', 'TD')), [headless]],
    ['above a header of rows', tag('Table', row('TH', 'TD'), row(head('Row'), 'TH')), [headless]],
    ['below a header of rows', tag('Table', row(head('Row'), 'TH'), row('TH', 'TD')), [headless]],
    ['left of a header of columns', tag('Table', row('TH', head('Column')), row('TD', 'TH')), [headless]],
    ['right of a header of columns', tag('Table', row(head('Column'), 'TH'), row('TH', 'TD')), [headless]],
    ['that reach below a header', tag('Table', row(head('Column'), wide('TH', 1)), row('TD', 'TH')), []],
    ['under the end of a wide header', tag('Table', row('TH', wide('TH', 2)), row(head('Row'), 'TD', 'TD')), []],
    [
      'with headers that it names',
      tag('Table', row(['TH', {}, { ID: new PdfString('a') }]), row(['TD', { Headers: [new PdfString('a')] }])),
      [],
    ],
    [
      'with headers that are not there',
      tag(
        'Table',
        row(['TH', {}, { ID: new PdfString('a') }]),
        row(['TD', { Headers: [new PdfString('a'), new PdfString('b')] }]),
      ),
      ['7.5 a data cell names a header cell that its table does not have'],
    ],
    ['of no table', tag('Div', row('TD')), []],
    ['one after the other', tag('Table', row(...cells('TH', 3)), row(...cells('TD', 3))), [headless]],
  ])('%s', (_what, top, expected) => {
    expect(find(top)).toEqual(expected);
  });

  it('have the attributes of their classes, behind their own', () => {
    const classes = {
      head: buildDict({ O: 'Table', Scope: 'Column' }),
      other: [buildDict({ O: 'Layout', Scope: 'Column' })],
    };
    const table = (entries: Record<string, PdfObject>, own?: Record<string, PdfObject>) =>
      tag('Table', row(['TH', own, entries]), row('TD'));
    expect(find(table({ C: 'head' }), classes)).toEqual([]);
    expect(find(table({ C: ['none', 'head'] }), classes)).toEqual([]);
    expect(find(table({ C: 'other' }), classes)).toEqual([headless]);
    expect(find(table({ C: 'head' }, { Scope: 'Row' }), classes)).toEqual([headless]);
    expect(find(table({ C: 'head' }))).toEqual([headless]);
  });
});
