import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import { MergeError } from '../../../../src/pdf/part/merge-error.ts';
import { unfoldPdf } from '../../run-qpdf.ts';
import { buildTagged, firstFree, type Spec } from '../tagged-pdf.ts';

const options = { outline: true, producer: 'test', conformance: { pdfUa: 1 } } as const;

interface Source {
  content?: string;
  catalog?: string;
  page?: string;
}

/** A PDF of a user that claims PDF/UA. */
function build(specs: readonly Spec[], { content = '', catalog = '', page = '' }: Source = {}): Buffer {
  return buildTagged(specs, {
    content,
    page,
    catalog: `/Metadata ${firstFree} 0 R ${catalog}`,
    more: [{ dict: '/Type /Metadata /Subtype /XML', data: '<rdf:Description pdfuaid:part="1"/>' }],
  });
}

/** The PDF with other text at a place. Objects stay at their offsets. */
function replace(pdf: Buffer, from: string, to: string): Buffer {
  const text = pdf.toString('latin1');
  if (!text.includes(from) || to.length > from.length) throw new RangeError(`no place for ${to}`);
  return Buffer.from(text.replace(from, to.padEnd(from.length)), 'latin1');
}

const merge = (...pdfs: Buffer[]) =>
  mergePdfs(
    pdfs.map((pdf) => ({ pdf, foreign: true })),
    { ...options, metadata: { title: 'T' } },
  );

/** What is said of the PDFs; nothing for those that are taken. */
function listDetails(...pdfs: Buffer[]): string[] {
  try {
    merge(...pdfs);
    return [];
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    return error.faults.map(({ detail }) => detail);
  }
}

const scope = (value: string) => ({ entries: `/A <</O /Table /Scope /${value}>>` });
const span = (name: string, value: number) => ({ entries: `/A <</O /Table /${name} ${value}>>` });
const head: Spec = ['TR', ['TH', scope('Column'), 0], ['TH', scope('Column'), 1]];
const row: Spec = ['TR', ['TD', 2], ['TD', 3]];
const described = (kind: string, entries: string) => (pdf: Buffer) =>
  replace(
    pdf,
    '/Subtype /Link /F 4 /Rect [0 0 9 9] /StructParent 1 /A <</S /URI /URI (https://a.example/)>>',
    `/Subtype /${kind} /F 4 /Rect [0 0 9 9] /StructParent 1 ${entries}`,
  );

describe("the tags of a user's PDF", () => {
  it.each<[string, readonly Spec[]]>([
    ['a table of rows', [['Table', head, row]]],
    ['a table of groups with a caption', [['Table', ['Caption', 4], ['THead', head], ['TBody', row]]]],
    [
      'cells that name their header cells',
      [
        [
          'Table',
          ['TR', ['TH', { entries: '/ID (a)' }, 0]],
          ['TR', ['TD', { entries: '/A <</O /Table /Headers [(a)]>>' }, 1]],
        ],
      ],
    ],
    [
      'cells that span rows and columns',
      [
        [
          'Table',
          ['TR', ['TH', { entries: '/A <</O /Table /Scope /Row /RowSpan 2>>' }, 0], ['TD', 1]],
          ['TR', ['TD', 2]],
        ],
      ],
    ],
    [
      'a table whose corner nothing heads',
      [['Table', ['TR', ['TD', 0], ['TH', scope('Column'), 1]], ['TR', ['TH', scope('Row'), 2], ['TD', 3]]]],
    ],
    ['a table of a million cells', [['Table', ['TR', ['TH', span('ColSpan', 1_000_000), 0]]]]],
    ['a table in groups that mean nothing', [['Table', ['NonStruct', head], row]]],
    ['a list in a list', [['L', ['Caption', 0], ['LI', ['Lbl', 1], ['LBody', 2]], ['L', ['LI', ['LBody', 3]]]]]],
    ['contents', [['TOC', ['TOCI', 0], ['TOC', ['TOCI', 1]]]]],
    ['notes with names', [['P', 0, ['Note', { entries: '/ID (a)' }, 1], ['Note', { entries: '/ID (b)' }, 2]]]],
    ['plain headings', [['Sect', ['H', 0], ['Sect', ['H', 1]]]]],
    ['a figure that stands for no text', [['Figure', { entries: '/ActualText ()' }, 0]]],
  ])('may have %s', (_what, specs) => {
    expect(listDetails(build(specs))).toEqual([]);
  });

  it.each<[string, readonly Spec[], string]>([
    [
      'a row outside of a table',
      [['Sect', ['TR', ['TD', 0]]]],
      'page 1: the tag TR is not directly inside Table, THead, TBody or TFoot (ISO 14289-1, 7.2)',
    ],
    [
      'a paragraph in a table',
      [['Table', head, row, ['P', 4]]],
      'page 1: the tag Table contains the tag P, and may contain only TR, THead, TBody, TFoot or Caption (ISO 14289-1, 7.2)',
    ],
    [
      'two captions',
      [['Table', ['Caption', 4], head, row, ['Caption', 5]]],
      'page 1: the tag Table contains more than one tag Caption (ISO 14289-1, 7.2)',
    ],
    [
      'a caption between rows',
      [['Table', head, ['Caption', 4], row]],
      'page 1: the tag Caption is neither the first nor the last in its Table (ISO 14289-1, 7.2)',
    ],
    [
      'a head without a body',
      [['Table', ['THead', head], row]],
      'page 1: the tag Table contains THead but no TBody (ISO 14289-1, 7.2)',
    ],
    [
      'an item outside of a list',
      [['LI', ['LBody', 0]]],
      'page 1: the tag LI is not directly inside L (ISO 14289-1, 7.2)',
    ],
    [
      'a caption below items',
      [['L', ['LI', ['LBody', 0]], ['Caption', 1]]],
      'page 1: the tag Caption is not the first in its L (ISO 14289-1, 7.2)',
    ],
    [
      'an item of contents outside of them',
      [['TOCI', 0]],
      'page 1: the tag TOCI is not directly inside TOC (ISO 14289-1, 7.2)',
    ],
    [
      'rows of other widths',
      [['Table', head, ['TR', ['TD', 2]]]],
      'page 1: row 2 of a table has 1 columns, and the first row 2 (ISO 14289-1, 7.2)',
    ],
    [
      'a table with more than a million cells',
      [['Table', ['TR', ['TH', span('ColSpan', 1_000_001), 0]]]],
      'page 1: a table has too many cells (ISO 14289-1, 7.2)',
    ],
    [
      'a cell that spans too many rows',
      [['Table', head, ['TR', ['TD', span('RowSpan', 2), 2], ['TD', 3]]]],
      'page 1: row 2 of a table has a cell that spans more rows than there are (ISO 14289-1, 7.2)',
    ],
    [
      'header cells that say not what they head',
      [['Table', ['TR', ['TH', 0], ['TH', 1]], row]],
      'page 1: a data cell has neither Headers nor a header cell (TH) with a Scope (ISO 14289-1, 7.5)',
    ],
    [
      'a cell that names a header cell that is not there',
      [
        [
          'Table',
          ['TR', ['TH', { entries: '/ID (a)' }, 0]],
          ['TR', ['TD', { entries: '/A <</O /Table /Headers [(b)]>>' }, 1]],
        ],
      ],
      'page 1: a data cell names a header cell that its table does not have (ISO 14289-1, 7.5)',
    ],
    [
      'headings of both kinds',
      [
        ['H1', 0],
        ['Sect', ['H', 1]],
      ],
      'page 1: it has both headings with a level (H1, H2, …) and without one (H) (ISO 14289-1, 7.4.4)',
    ],
    [
      'two plain headings in one section',
      [['Sect', ['H', 0], ['H', 1]]],
      'page 1: the tag Sect contains more than one tag H (ISO 14289-1, 7.4.4)',
    ],
    ['a note without a name', [['P', 0, ['Note', 1]]], 'page 1: a note has no ID (ISO 14289-1, 7.9)'],
    [
      'two notes of one name',
      [['P', 0, ['Note', { entries: '/ID (a)' }, 1], ['Note', { entries: '/ID (a)' }, 2]]],
      'page 1: two notes have the same ID (ISO 14289-1, 7.9)',
    ],
    [
      'a type that readers do not know',
      [['Chapter', 0]],
      'page 1: the tag Chapter is not mapped to a standard one (ISO 14289-1, 7.1)',
    ],
  ])('may not have %s', (_what, specs, detail) => {
    expect(listDetails(build(specs))).toEqual([detail]);
  });

  it.each([
    ['a standard type to another', '/P/H1', 'page 1: the standard tag P is mapped to H1 (ISO 14289-1, 7.1)'],
    ['types in a circle', '/P/X/X/P', 'page 1: the tag P is mapped in a circle (ISO 14289-1, 7.1)'],
  ])('may not map %s', (_what, roles, detail) => {
    const root = '/Type /StructTreeRoot /K';
    expect(listDetails(replace(build([['P', 0]]), root, `/RoleMap<<${roles}>>/K`))).toEqual([detail]);
  });

  it('may not be both content and decoration', () => {
    const content = '/P <</MCID 0>> BDC /Artifact BMC 9 9 9 9 re f EMC EMC';
    const detail = 'has content that is both tagged and an artifact (ISO 14289-1, 7.1)';
    expect(listDetails(build([['P', 0]], { content }))).toEqual([detail]);
  });

  it('may not mix both kinds of headings over several PDFs', () => {
    const detail = 'page 2: it has both headings with a level (H1, H2, …) and without one (H) (ISO 14289-1, 7.4.4)';
    expect(listDetails(build([['H1', 0]]), build([['H', 0]]))).toEqual([detail]);
  });
});

describe("the annotations of a user's PDF", () => {
  const link: Spec = ['P', ['Link', 0, 'link']];

  it.each<[string, readonly Spec[], (pdf: Buffer) => Buffer]>([
    ['a link that says what it is', [link], described('Link', '/Contents (A)')],
    ['a note in its own tag', [['Annot', 'link']], described('Text', '/Contents (A)')],
    ['a note that its tag describes', [['Annot', { entries: '/Alt (A)' }, 'link']], described('Text', '')],
    ['a field with a name', [['Form', 'link']], described('Widget', '/TU (A) /T (a)')],
    ['a field that its tag describes', [['Form', { entries: '/Alt (A)' }, 'link']], described('Widget', '/T (a)')],
    ['a hidden note', [['P', 'link']], (pdf) => replace(described('Text', '')(pdf), '/F 4', '/F 2')],
    [
      'a note beside the page',
      [['P', 'link']],
      (pdf) => replace(described('Text', '')(pdf), 'Rect [0 0 9 9]', 'Rect[-9 0 0 9]'),
    ],
  ])('may have %s', (_what, specs, change) => {
    expect(listDetails(change(build(specs)))).toEqual([]);
  });

  it.each<[string, readonly Spec[], (pdf: Buffer) => Buffer, string]>([
    [
      'a link without words',
      [link],
      described('Link', ''),
      'has a link without a description (Contents) (ISO 14289-1, 7.18.5) on page 1',
    ],
    [
      'a link in another tag',
      [['P', 0, 'link']],
      described('Link', '/Contents (A)'),
      'has a link that is not in a tag Link (ISO 14289-1, 7.18.5) on page 1',
    ],
    [
      'a note without words',
      [['Annot', 'link']],
      described('Text', ''),
      'has an annotation of the kind Text without a description (Contents) (ISO 14289-1, 7.18.1) on page 1',
    ],
    [
      'a note in another tag',
      [['P', 'link']],
      described('Text', '/Contents (A)'),
      'has an annotation of the kind Text that is not in a tag Annot (ISO 14289-1, 7.18.1) on page 1',
    ],
    [
      'a field without a name',
      [['Form', 'link']],
      described('Widget', '/T (a)'),
      'has a form field without a name for screen readers (TU) (ISO 14289-1, 7.18.1) on page 1',
    ],
    [
      'a field in another tag',
      [['P', 'link']],
      described('Widget', '/TU (A) /T (a)'),
      'has a form field that is not in a tag Form (ISO 14289-1, 7.18.4) on page 1',
    ],
    [
      'a printer mark with a tag',
      [['P', 'link']],
      described('PrinterMark', ''),
      'has a printer mark with a tag (ISO 14289-1, 7.18.8) on page 1',
    ],
  ])('may not have %s', (_what, specs, change, detail) => {
    expect(listDetails(change(build(specs)))).toEqual([detail]);
  });

  it('are reached in the order of the tags', async () => {
    const { pdf } = merge(described('Link', '/Contents (A)')(build([link])));
    expect(await unfoldPdf(pdf)).toContain('/Tabs /S');
  });
});
