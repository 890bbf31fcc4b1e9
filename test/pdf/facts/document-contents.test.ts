import { describe, expect, it } from 'vitest';
import {
  describeSignature,
  Places,
  readAttachments,
  readFields,
  readLinks,
  readOutline,
} from '../../../src/pdf/facts/document-contents.ts';
import {
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';

const text = (bytes: string) => new PdfString(bytes);
const pages = [1, 2, 3].map(() => new PdfRef(buildDict({ Type: 'Page' })));
const [first, second, third] = pages as [PdfRef, PdfRef, PdfRef];

describe('the page of a destination', () => {
  const catalog = buildDict({
    Dests: buildDict({ old: [second, 'Fit'], both: [first, 'Fit'] }),
    Names: buildDict({
      Dests: buildDict({
        Names: [
          ...[text('again'), text('new')],
          ...[text('both'), [third, 'Fit']],
          ...[text('far'), text('again')],
          ...[text('new'), buildDict({ D: [third, 'Fit'] })],
          ...[text('too far'), text('far')],
        ],
      }),
    }),
  });

  it.each<[name: string, destination: PdfObject | undefined, page: number | undefined]>([
    ['a page', [second, 'Fit'], 2],
    ['the number of a page from 0', [2, 'Fit'], 3],
    ['the first page by its number', [0, 'Fit'], 1],
    ['a dictionary', buildDict({ D: [second, 'Fit'] }), 2],
    ['a name', 'old', 2],
    ['a string', text('new'), 3],
    ['a string before the same name', text('both'), 3],
    ['a name of a name', text('again'), 3],
    ['a name over two others', text('far'), 3],
    ['a name over three others', text('too far'), undefined],
    ['an unknown name', 'unknown', undefined],
    ['a page of another file', [new PdfRef(buildDict({ Type: 'Page' })), 'Fit'], undefined],
    ['nothing', undefined, undefined],
  ])('is found for %s', (_, destination, page) => {
    expect(new Places(catalog, pages).findPage(destination)).toBe(page);
  });

  it.each<[entries: Record<string, PdfObject>, page: number | undefined]>([
    [{ Dest: [second] }, 2],
    [{ A: buildDict({ S: 'GoTo', D: [third] }) }, 3],
    [{ Dest: [second], A: buildDict({ S: 'GoTo', D: [third] }) }, 2],
    [{ A: buildDict({ S: 'GoToR', D: [1] }) }, undefined],
    [{}, undefined],
  ])('is that of the entry or of an action within the file: %#', (entries, page) => {
    expect(new Places(catalog, pages).findTarget(buildDict(entries))).toBe(page);
  });

  it('is not found for a page that is no dictionary', () => {
    expect(new Places(new Map(), [new PdfRef(1), second]).findPage([second])).toBe(2);
  });
});

describe('the facts of an outline', () => {
  const read = (first: PdfDict) =>
    readOutline(buildDict({ Outlines: buildDict({ First: new PdfRef(first) }) }), new Places(new Map(), pages));

  it('name titles, levels and pages', () => {
    const next = buildDict({ Title: text('Two') });
    const inner = buildDict({ Dest: [third] });
    const one = buildDict({ Title: text('One'), Dest: [first], First: new PdfRef(inner), Next: new PdfRef(next) });
    expect(read(one)).toEqual([
      { title: 'One', level: 1, page: 1 },
      { title: '', level: 2, page: 3 },
      { title: 'Two', level: 1 },
    ]);
  });

  it('have at most 64 levels', () => {
    let entry = new Map<string, PdfObject>();
    for (let level = 0; level < 70; level++) entry = buildDict({ First: new PdfRef(entry) });
    expect(read(entry).map(({ level }) => level)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
  });

  it('have at most 20,000 entries', () => {
    let entry = new Map<string, PdfObject>();
    for (let index = 0; index < 20_005; index++) entry = buildDict({ Next: new PdfRef(entry) });
    expect(read(entry)).toHaveLength(20_000);
  });

  it('end at an entry that was there already', () => {
    const entry = new Map<string, PdfObject>();
    const ref = new PdfRef(entry);
    entry.set('First', ref).set('Next', ref);
    expect(read(entry)).toEqual([{ title: '', level: 1 }]);
  });

  it('are empty without an outline', () => {
    expect(readOutline(new Map(), new Places(new Map(), pages))).toEqual([]);
  });
});

it('lists the links of a page by their address or their page', () => {
  const action = (entries: Record<string, PdfObject>) => buildDict({ Subtype: 'Link', A: buildDict(entries) });
  const annotations = [
    action({ S: 'URI', URI: text('https://a.example/') }),
    action({ S: 'GoTo', D: [third] }),
    buildDict({ Subtype: 'Widget', Dest: [third] }),
    null,
    buildDict({ Subtype: 'Link' }),
  ];
  expect(readLinks(buildDict({ Annots: annotations }), 7, new Places(new Map(), pages))).toEqual([
    { page: 7, url: 'https://a.example/' },
    { page: 7, target: 3 },
    { page: 7 },
  ]);
});

describe('the facts of an attachment', () => {
  const stream = (entries: Record<string, PdfObject>) =>
    new PdfRef(new PdfStream(buildDict(entries), new Uint8Array()));

  it.each<[name: string, file: PdfObject, facts: object]>([
    [
      'every entry',
      buildDict({
        F: text('a.csv'),
        UF: text('\xe4.csv'),
        Desc: text('Rows'),
        AFRelationship: 'Data',
        EF: buildDict({
          F: stream({ Subtype: 'text/plain' }),
          UF: stream({ Subtype: 'text/csv', Params: buildDict({ Size: 4 }) }),
        }),
      }),
      { name: 'ä.csv', type: 'text/csv', bytes: 4, relationship: 'Data', description: 'Rows' },
    ],
    [
      'the name of old readers',
      buildDict({ F: text('a.csv'), EF: buildDict({ F: stream({ Subtype: 'text/csv' }) }) }),
      { name: 'a.csv', type: 'text/csv' },
    ],
    ['the key', buildDict({}), { name: 'key' }],
    ['the key without a file', null, { name: 'key' }],
    ['no stream', buildDict({ F: text('a'), EF: buildDict({ F: buildDict({ Subtype: 'text/csv' }) }) }), { name: 'a' }],
  ])('are read from %s', (_, file, facts) => {
    const files = buildDict({ EmbeddedFiles: buildDict({ Names: [text('key'), file] }) });
    expect(readAttachments(buildDict({ Names: files }))).toEqual([facts]);
  });
});

describe('the facts of a field', () => {
  const flag = (position: number) => 2 ** (position - 1);
  const plain = { required: false, read_only: false };
  const on = (state: string) => buildDict({ AP: buildDict({ N: buildDict({ Off: null, [state]: null }) }) });

  it.each<[name: string, entries: Record<string, PdfObject>, facts: object]>([
    ['a text', { FT: 'Tx', V: text('Ada') }, { kind: 'text', value: 'Ada', ...plain }],
    ['a text without a value', { FT: 'Tx' }, { kind: 'text', ...plain }],
    [
      'a text of several lines',
      { FT: 'Tx', MaxLen: 9, Ff: flag(13) },
      { kind: 'text', max_length: 9, multiline: true, ...plain },
    ],
    ['a required text', { FT: 'Tx', Ff: flag(2) }, { kind: 'text', required: true, read_only: false }],
    ['a locked text', { FT: 'Tx', Ff: flag(1) }, { kind: 'text', required: false, read_only: true }],
    [
      'a choice',
      { FT: 'Ch', Opt: [text('a'), text('b')], V: text('b') },
      { kind: 'choice', value: 'b', choices: ['a', 'b'], ...plain },
    ],
    [
      'a choice with labels',
      { FT: 'Ch', Opt: [[text('a'), text('Aa')], text('b')] },
      { kind: 'choice', choices: ['a', 'b'], labels: ['Aa', 'b'], ...plain },
    ],
    [
      'a choice of several values',
      { FT: 'Ch', Ff: flag(22), Opt: [text('a')], V: [text('a'), 1, text('b')] },
      { kind: 'choice', value: ['a', 'b'], choices: ['a'], multiple: true, ...plain },
    ],
    ['a menu', { FT: 'Ch', Ff: flag(18) + flag(22) }, { kind: 'choice', ...plain }],
    ['a menu with a text', { FT: 'Ch', Ff: flag(18) + flag(19) }, { kind: 'choice', editable: true, ...plain }],
    ['a list, which has no text', { FT: 'Ch', Ff: flag(19) }, { kind: 'choice', ...plain }],
    [
      'a check box',
      { FT: 'Btn', V: 'Off', ...Object.fromEntries(on('Yes')) },
      { kind: 'checkbox', value: 'Off', choices: ['Yes'], ...plain },
    ],
    [
      'radio buttons',
      { FT: 'Btn', Ff: flag(16), V: 'b', Kids: [on('a'), on('b'), on('a')] },
      { kind: 'radio', value: 'b', choices: ['a', 'b'], ...plain },
    ],
    [
      'radio buttons that export texts',
      { FT: 'Btn', Ff: flag(16), V: '1', Kids: [on('0'), on('1'), on('2')], Opt: [text('S'), text('M'), text('S')] },
      { kind: 'radio', value: 'M', choices: ['S', 'M'], ...plain },
    ],
    ['a button that does something', { FT: 'Btn', Ff: flag(17) }, { kind: 'button', ...plain }],
    ['a field without a type', { V: 'a' }, { kind: 'unknown', value: 'a', ...plain }],
  ])('are those of %s', (_, entries, facts) => {
    const field = new PdfRef(buildDict({ T: text('a'), ...entries }));
    const form = buildDict({ AcroForm: buildDict({ Fields: [field] }) });
    expect(readFields(form, [])).toEqual({ fields: [{ name: 'a', ...facts }], signed: [] });
  });

  it('are ordered by names, and signatures have their values apart', () => {
    const value = buildDict({ Type: 'Sig' });
    const fields = [
      buildDict({ T: text('c'), FT: 'Sig', V: value }),
      buildDict({ T: text('a'), FT: 'Sig' }),
      buildDict({ T: text('b'), FT: 'Tx', V: value }),
    ];
    const { fields: facts, signed } = readFields(
      buildDict({ AcroForm: buildDict({ Fields: fields.map((field) => new PdfRef(field)) }) }),
      [],
    );
    expect(facts).toEqual([
      { name: 'a', kind: 'signature', ...plain },
      { name: 'b', kind: 'text', ...plain },
      { name: 'c', kind: 'signature', ...plain },
    ]);
    expect(signed).toEqual([['c', value]]);
  });
});

describe('the facts of a signature', () => {
  const whole: Record<string, PdfObject> = { ByteRange: [0, 100, 110, 90], Contents: text('abcd') };
  const read = (entries: Record<string, PdfObject>) => describeSignature('seal', buildDict(entries), 200);

  it.each<[name: string, range: PdfObject, isWhole: boolean]>([
    ['all bytes but the signature', [0, 100, 110, 90], true],
    ['not the beginning', [1, 100, 110, 90], false],
    ['not the end', [0, 100, 110, 89], false],
    ['more than the file', [0, 100, 110, 91], false],
    ['too little before the signature', [0, 99, 110, 90], false],
    ['too little after the signature', [0, 100, 111, 89], false],
    ['two gaps', [0, 100, 110, 90, 0, 0], false],
    ['nothing', [], false],
  ])('say whether it covers the whole file: %s', (_, ByteRange, isWhole) => {
    expect(read({ ...whole, ByteRange })).toEqual({ field: 'seal', covers_document: isWhole });
  });

  it('count no bytes for a missing signature', () => {
    expect(read({ ByteRange: [0, 100, 102, 98] }).covers_document).toBe(true);
  });

  it('have its format, name, reason and time', () => {
    const entries = {
      SubFilter: 'ETSI.CAdES.detached',
      Name: text('Ada'),
      Reason: text('Approved'),
      M: text('D:20261126103000Z'),
    };
    expect(read({ ...whole, ...entries })).toEqual({
      field: 'seal',
      format: 'ETSI.CAdES.detached',
      name: 'Ada',
      reason: 'Approved',
      time: '2026-11-26T10:30:00Z',
      covers_document: true,
    });
  });

  it.each<[method: string, level: PdfObject, certifies: string | undefined]>([
    ['DocMDP', 1, 'no-changes'],
    ['DocMDP', 2, 'fill-forms'],
    ['DocMDP', 3, 'annotate'],
    ['DocMDP', null, 'fill-forms'],
    ['FieldMDP', 1, undefined],
  ])('name the changes that %s of level %s allows', (TransformMethod, P, certifies) => {
    const Reference = [buildDict({ TransformMethod, TransformParams: buildDict({ P }) })];
    expect(read({ ...whole, Reference }).certifies).toBe(certifies);
  });
});
