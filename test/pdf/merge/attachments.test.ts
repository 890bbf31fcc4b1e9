import { describe, expect, it } from 'vitest';
import { type Attachment, hasFile, joinAttachments } from '../../../src/pdf/merge/attachments.ts';
import {
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { buildNameTree, readNameTree } from '../../../src/pdf/objects/trees.ts';
import type { Conformance } from '../../../src/pdf/part/conformance.ts';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

const text = (bytes: string) => new PdfString(bytes);

/** A file specification with data. */
function file(name: string, entries: Record<string, PdfObject> = {}, stream: Record<string, PdfObject> = {}): PdfDict {
  const data = new PdfRef(new PdfStream(buildDict(stream), Buffer.from(`data of ${name}`)));
  return buildDict({ UF: text(name), EF: buildDict({ UF: data }), ...entries });
}

interface Choices {
  foreign?: boolean;
  index?: number;
  associated?: PdfDict[];
  noteFiles?: OpenPart['noteFiles'];
}

/** A part with attached files. */
function open(files: PdfDict[], { foreign = true, index = 0, associated = [], noteFiles = [] }: Choices = {}) {
  const names = buildNameTree(files.map((dict, at): [string, PdfObject] => [`${at}`, dict]));
  const catalog = buildDict({ Names: buildDict({ EmbeddedFiles: names }), AF: associated });
  return { index, part: { foreign }, catalog, noteFiles } as unknown as OpenPart;
}

/** Reads references, maps and streams as plain objects. */
function show(value: PdfObject | undefined): unknown {
  if (value instanceof PdfRef) return show(value.value);
  if (value instanceof PdfString) return `(${value.bytes})`;
  if (Array.isArray(value)) return value.map(show);
  if (value instanceof PdfStream) return { ...(show(value.dict) as object), data: Buffer.from(value.data).toString() };
  return value instanceof Map ? Object.fromEntries([...value].map(([key, entry]) => [key, show(entry)])) : value;
}

function join(parts: OpenPart[], given: Attachment[] = [], conformance: Conformance = {}) {
  const warnings = new MergeWarnings();
  const { names, associated } = joinAttachments(given, parts, conformance, warnings);
  const entries = readNameTree(names).map(([name, value]): [string, PdfDict] => [name, asDict(value) as PdfDict]);
  return {
    names: entries.map(([name]) => name),
    files: entries.map(([, dict]) => show(dict) as Record<string, unknown>),
    associated: associated.map(show),
    warnings: warnings.list().map(({ part, code, detail }) => `${part} ${code}: ${detail}`),
  };
}
const bytes = Buffer.from('<x/>');

describe('a file that is attached', () => {
  it('has its name, its type and its size', () => {
    const data = { Type: 'EmbeddedFile', Subtype: 'text/xml', Params: { Size: 4 }, data: '<x/>' };
    expect(join([], [{ name: 'a.xml', type: 'text/xml', bytes }])).toEqual({
      names: ['a.xml'],
      files: [{ Type: 'Filespec', F: '(a.xml)', UF: '(a.xml)', EF: { F: data, UF: data } }],
      associated: [],
      warnings: [],
    });
  });

  it('has a description, a date and what it is to the document', () => {
    const modified = '2026-03-04T05:06:07Z';
    const more = { description: 'Prices', relationship: 'alternative', modified } as const;
    const { files, associated } = join([], [{ name: 'a.xml', type: 'text/xml', bytes, ...more }]);
    expect(files).toEqual([expect.objectContaining({ Desc: '(Prices)', AFRelationship: 'Alternative' })]);
    expect(files[0]).toMatchObject({
      EF: { F: { Params: { Size: 4, ModDate: expect.stringMatching(/^\(D:20260304/) } } },
    });
    expect(associated).toEqual(files);
  });

  it('has a plain name for readers without Unicode names', () => {
    const { files } = join([], [{ name: 'Ä b~.xml', type: 'text/xml', bytes }]);
    expect(files[0]).toMatchObject({ F: '(_ b~.xml)', UF: expect.stringMatching(/^\(\xfe\xff/) });
  });

  it('is in no name tree without any', () => {
    expect(joinAttachments(undefined, [open([])], undefined, new MergeWarnings())).toEqual({
      names: undefined,
      associated: [],
    });
  });
});

describe("the files of a user's PDF", () => {
  it('are attached with what is known to be data', () => {
    const params = buildDict({
      Size: 7,
      CreationDate: text('D:2020'),
      ModDate: 'x',
      CheckSum: text('c'),
      Mac: text('m'),
    });
    const parms = [buildDict({ Columns: 4, Odd: text('s'), Deep: [[[[1]]]] }), null];
    const stream = { Subtype: 'text/csv', Params: params, Filter: ['FlateDecode'], DecodeParms: parms, Extra: 1 };
    const given = file('a.csv', { Desc: text('Sums'), AFRelationship: 'Data', AA: buildDict({}) }, stream);
    const data = {
      Type: 'EmbeddedFile',
      Subtype: 'text/csv',
      Params: { CreationDate: '(D:2020)', CheckSum: '(c)', Size: 7 },
      Filter: ['FlateDecode'],
      DecodeParms: [{ Columns: 4, Odd: null, Deep: [[null]] }, null],
      data: 'data of a.csv',
    };
    expect(join([open([given])])).toMatchObject({
      names: ['a.csv'],
      files: [
        {
          Type: 'Filespec',
          F: '(a.csv)',
          UF: '(a.csv)',
          EF: { F: data, UF: data },
          Desc: '(Sums)',
          AFRelationship: 'Data',
        },
      ],
      warnings: [],
    });
    expect(join([open([given])]).files[0]).not.toHaveProperty('AA');
    expect(join([open([given])]).files[0]).not.toHaveProperty('EF.F.Extra');
  });

  it('have no properties if they had none', () => {
    expect(join([open([file('a.csv')])]).files[0]).toEqual({
      Type: 'Filespec',
      F: '(a.csv)',
      UF: '(a.csv)',
      EF: {
        F: { Type: 'EmbeddedFile', data: 'data of a.csv' },
        UF: { Type: 'EmbeddedFile', data: 'data of a.csv' },
      },
    });
  });

  it.each([
    ['Source', 'Source'],
    ['Unspecified', 'Unspecified'],
    ['EncryptedPayload', 'EncryptedPayload'],
    ['Secret', undefined],
  ])('that are %s to the document stay: %s', (AFRelationship, kept) => {
    const { files, associated } = join([open([file('a', { AFRelationship })])]);
    expect(files[0]?.AFRelationship).toBe(kept);
    expect(associated).toHaveLength(kept === undefined ? 0 : 1);
  });

  it('are those with a name and those that the document is associated with, each once', () => {
    const [one, two] = [file('one'), file('two')];
    expect(join([open([one], { associated: [two, one] })]).names).toEqual(['one', 'two']);
  });

  it.each<[string, PdfDict]>([
    ['no data', buildDict({ UF: text('a'), EF: buildDict({}) })],
    ['a dictionary as data', buildDict({ UF: text('a'), EF: buildDict({ F: buildDict({}) }) })],
    ['no list of data', buildDict({ UF: text('a') })],
  ])('are left out with %s', (_, dict) => {
    expect(join([open([dict])]).names).toEqual([]);
  });

  it('are not read from a part of ours', () => {
    expect(join([open([file('a')], { foreign: false })]).names).toEqual([]);
  });

  it.each([
    ['report.pdf', 'report.pdf'],
    ['folder/sub\\report.pdf', 'report.pdf'],
    ['first\nline/a\tb', 'a b'],
    ['cod\u202e.exe', 'cod.exe'],
    [' a ', 'a'],
    ['', 'attachment'],
    ['.', 'attachment'],
    ['..', 'attachment'],
    ['...', '...'],
    ['a.', 'a.'],
  ])('have names without a path: %j becomes %s', (written, name) => {
    const utf16 = text(`\xfe\xff${Buffer.from(written, 'utf16le').swap16().toString('latin1')}`);
    expect(join([open([file('x', { UF: utf16 })])]).names).toEqual([name]);
    expect(hasFile(open([file('x', { UF: utf16 })]), name)).toBe(true);
    expect(hasFile(open([file('x', { UF: utf16 })]), 'other')).toBe(false);
  });

  it('have the old name if there is no other, and get one without any', () => {
    const data = (dict: PdfDict) => dict.get('EF') as PdfObject;
    const old = buildDict({ F: text('old.txt'), EF: data(file('x')) });
    expect(join([open([old, buildDict({ EF: data(file('x')) })])]).names).toEqual(['attachment', 'old.txt']);
  });

  it.each<[string, string[]]>([
    ['a.txt', ['a-2.txt', 'a-3.txt', 'a.txt']],
    ['a.b.txt', ['a.b-2.txt', 'a.b-3.txt', 'a.b.txt']],
    ['plain', ['plain', 'plain-2', 'plain-3']],
    ['.hidden', ['.hidden', '.hidden-2', '.hidden-3']],
  ])('get a number if the name %s is taken', (name, names) => {
    const given = [{ name, type: 'text/plain', bytes }];
    expect(join([open([file(name)]), open([file(name)], { index: 1 })], given).names).toEqual(names);
  });
});

describe('the file of a note that was dropped', () => {
  const noteFiles = [{ file: file('note.txt'), note: 'page 3: a note' }];

  it.each<[string, Conformance | undefined, boolean]>([
    ['a plain document', {}, true],
    ['PDF/A-2b', { pdfA: { part: 2, level: 'B' } }, false],
    ['PDF/A-3b', { pdfA: { part: 3, level: 'B' } }, true],
    ['PDF/A-4', { pdfA: { part: 4 } }, false],
    ['PDF/A-4f', { pdfA: { part: 4, level: 'F' } }, true],
  ])('is attached to %s, or is lost with it', (_, conformance, isKept) => {
    const { names, warnings } = join([open([], { noteFiles, index: 4 })], [], conformance);
    expect(names).toEqual(isKept ? ['note.txt'] : []);
    const what = isKept ? 'a note was dropped; its file is attached to the document' : 'a note was dropped';
    expect(warnings).toEqual([`4 annotation_dropped: page 3: ${what}`]);
  });

  it('is lost without data', () => {
    const lost = [{ file: buildDict({ UF: text('a') }), note: 'a note' }];
    expect(join([open([], { noteFiles: lost })])).toMatchObject({
      names: [],
      warnings: ['0 annotation_dropped: a note was dropped'],
    });
  });
});

describe('the files of a document that keeps a standard', () => {
  it.each([
    ['text/xml', 'text/xml'],
    ['application/vnd.a+b-c', 'application/vnd.a+b-c'],
    ['text', 'application/octet-stream'],
    ['text/x y', 'application/octet-stream'],
  ])('say in an archive what they are: %s as %s', (Subtype, type) => {
    const { files, associated } = join([open([file('a', {}, { Subtype })])], [], { pdfA: { part: 3, level: 'B' } });
    expect(files).toEqual([expect.objectContaining({ AFRelationship: 'Unspecified' })]);
    expect(files[0]).toMatchObject({ EF: { F: { Subtype: type }, UF: { Subtype: type } } });
    expect(associated).toEqual(files);
  });

  it('keep what they are to the document', () => {
    const { files } = join([open([file('a', { AFRelationship: 'Data' })])], [], { pdfA: { part: 3, level: 'B' } });
    expect(files[0]).toMatchObject({ AFRelationship: 'Data', EF: { F: { Subtype: 'application/octet-stream' } } });
  });

  it('are described by their name for PDF/UA-2', () => {
    const parts = [open([file('a'), file('b', { Desc: text('Sums') }), file('c', { Desc: text('') })])];
    const descriptions = (conformance: Conformance) => join(parts, [], conformance).files.map(({ Desc }) => Desc);
    expect(descriptions({ pdfUa: 2 })).toEqual(['(a)', '(Sums)', '(c)']);
    expect(descriptions({ pdfUa: 1 })).toEqual([undefined, '(Sums)', '()']);
  });

  it.each(['factur-x.xml', 'XRechnung.xml', 'ZUGFeRD-invoice.xml'])('are no other invoice: %s', (name) => {
    const parts = [open([file(name), file(`my-${name}`), file(`${name}.txt`)], { index: 2 })];
    expect(join(parts).names).toHaveLength(3);
    const { names, warnings } = join(parts, [], { invoice: {} } as unknown as Conformance);
    expect(names.sort()).toEqual([`my-${name}`, `${name}.txt`].sort());
    expect(warnings).toEqual([
      `2 attachment_dropped: the file ${name} was dropped: the document already has an invoice`,
    ]);
  });
});
