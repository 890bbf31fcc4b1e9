import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfString } from '../../../../src/pdf/objects/objects.ts';
import { Destinations } from '../../../../src/pdf/part/links/destinations.ts';
import { Links } from '../../../../src/pdf/part/links/links.ts';
import type { MergePart } from '../../../../src/pdf/part/merge-part.ts';
import { MergeWarnings } from '../../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../../src/pdf/part/open-part.ts';

const text = (bytes: string) => new PdfString(bytes);
const origin = 'https://abc.invalid/';

interface Choices extends Partial<MergePart> {
  /** The entries of its annotations, all on its first page. */
  annotations?: Record<string, PdfObject>[];
  index?: number;
  cut?: boolean;
  kept?: number[];
}

/** A part with one page, whose top has the name "top-place". */
function open({ annotations = [], index = 0, cut = false, kept = [4], ...part }: Choices = {}): OpenPart {
  const dict = buildDict({ Type: 'Page', MediaBox: [0, 0, 200, 100] });
  if (annotations.length > 0)
    dict.set(
      'Annots',
      annotations.map((entries) => new PdfRef(buildDict(entries))),
    );
  const page = new PdfRef(dict);
  return {
    index,
    part: { pdf: new Uint8Array(), foreign: false, ...part },
    catalog: buildDict({ Dests: buildDict({ 'top-place': [page, 'Fit'] }) }),
    pages: [page],
    kept,
    numbers: [0],
    before: 0,
    cut,
    noteFiles: [],
  } as unknown as OpenPart;
}

const pageOf = (part: OpenPart) => part.pages[0]?.value as PdfDict;
const annotationsOf = (part: OpenPart) =>
  (pageOf(part).get('Annots') as PdfRef[] | undefined)?.map(({ value }) => show(value));
function show(value: PdfObject | undefined): unknown {
  if (value instanceof PdfString) return `(${value.bytes})`;
  if (value instanceof PdfRef) return 'reference';
  if (Array.isArray(value)) return value.map(show);
  return value instanceof Map ? Object.fromEntries([...value].map(([key, entry]) => [key, show(entry)])) : value;
}

/** Cleans the first page of the first part. */
function clean(part: OpenPart, ...others: OpenPart[]) {
  const warnings = new MergeWarnings();
  const parts = [part, ...others];
  const links = new Links(parts, new Destinations(parts), warnings);
  const dropped = links.clean(part, 0);
  return {
    links,
    dropped,
    warnings: warnings.list().map(({ code, detail }) => `${code}: ${detail}`),
    list: () => warnings.list(),
  };
}

describe('the annotations of a page', () => {
  it('stay as a list, without what is no annotation', () => {
    const note = { Subtype: 'Text', Contents: text('x') };
    const part = open({ annotations: [note, { Type: 'Page', Subtype: 'Text' }, { Contents: text('y') }] });
    (pageOf(part).get('Annots') as PdfObject[]).push(7);
    expect(clean(part)).toMatchObject({ dropped: [], warnings: [] });
    expect(annotationsOf(part)).toEqual([{ Subtype: 'Text', Contents: '(x)' }]);
  });

  it('are missing without any', () => {
    const part = open({ annotations: [{}] });
    expect(clean(part).dropped).toEqual([]);
    expect(pageOf(part).has('Annots')).toBe(false);
    expect(clean(open()).dropped).toEqual([]);
  });

  it.each(['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D', 'TrapNet'])(
    'are dropped if they are of the kind %s, with the key of their element',
    (kind) => {
      const part = open({ annotations: [{ Subtype: kind, StructParent: 3 }, { Subtype: kind }] });
      const [one, two] = pageOf(part).get('Annots') as PdfRef[];
      const { dropped, warnings } = clean(part);
      expect(dropped).toEqual([
        { part, annotation: one, key: 3 },
        { part, annotation: two, key: undefined },
      ]);
      expect(warnings).toEqual([`annotation_dropped: page 5: a note of the kind ${kind} was dropped`]);
    },
  );

  it("are dropped with the name of their file, which a user's PDF keeps as an attachment", () => {
    const file = buildDict({ F: text('data.csv') });
    const annotations = [{ Subtype: 'FileAttachment', FS: file }];
    const foreign = open({ annotations, foreign: true });
    expect(clean(foreign).warnings).toEqual([]);
    expect(foreign.noteFiles).toEqual([{ file, note: 'page 5: a note of the kind FileAttachment (data.csv)' }]);
    const ours = open({ annotations });
    expect(clean(ours).warnings).toEqual([
      'annotation_dropped: page 5: a note of the kind FileAttachment (data.csv) was dropped',
    ]);
    expect(ours.noteFiles).toEqual([]);
    const other = open({ annotations: [{ Subtype: 'Sound', FS: file }], foreign: true });
    expect(clean(other).warnings).toHaveLength(1);
    expect(other.noteFiles).toEqual([]);
  });
});

const uri = (address: string) => buildDict({ S: 'URI', URI: text(address) });

describe('a link', () => {
  it.each<[string, Record<string, PdfObject>, unknown]>([
    ['to the web', { A: uri('https://a.b/c') }, { A: { S: 'URI', URI: '(https://a.b/c)' } }],
    ['to a place', { Dest: text('top-place') }, { Dest: '(top-place)' }],
    ['with an action to a place', { A: buildDict({ S: 'GoTo', D: text('top-place') }) }, { Dest: '(top-place)' }],
    ['to the next page', { A: buildDict({ S: 'Named', N: 'NextPage' }) }, { A: { S: 'Named', N: 'NextPage' } }],
    ['with a former action', { PA: uri('https://old/'), Dest: text('top-place') }, { Dest: '(top-place)' }],
  ])('%s stays', (_, entries, expected) => {
    const part = open({ annotations: [{ Subtype: 'Link', ...entries }], foreign: true });
    expect(clean(part)).toMatchObject({ dropped: [], warnings: [] });
    expect(annotationsOf(part)).toEqual([{ Subtype: 'Link', ...(expected as object) }]);
  });

  it.each<[string, Record<string, PdfObject>, Partial<MergePart>, string]>([
    [
      'a place',
      { Dest: text('gone%20place') },
      {},
      'a link to #gone place was dropped: the document has no such place',
    ],
    ['a named place', { Dest: 'gone' }, {}, 'a link to #gone was dropped: the document has no such place'],
    [
      "a place of a user's PDF",
      { Dest: text('gone%20place') },
      { foreign: true },
      'a link to "gone%20place" was dropped: the document has no such place',
    ],
    [
      'a place by its action',
      { A: buildDict({ S: 'GoTo', D: text('gone') }) },
      {},
      'a link to #gone was dropped: the document has no such place',
    ],
    ['no place', { Dest: [null, 'Fit'] }, {}, 'a link was dropped: the document has no such place'],
    [
      'a script',
      { A: uri('javascript:alert(1)') },
      {},
      'a link to javascript:alert(1) was dropped: it is not a URL of a web page, an email address or a phone number',
    ],
    [
      'no address',
      { A: buildDict({ S: 'URI' }) },
      {},
      'a link to nowhere was dropped: it is not a URL of a web page, an email address or a phone number',
    ],
    [
      'a file that is no part',
      { A: uri(`${origin}terms.html#x`) },
      { origin },
      'a link to terms.html#x was dropped: the document has no such place',
    ],
    [
      'a program',
      { A: buildDict({ S: 'Launch', F: text('a.exe') }) },
      {},
      'a link was dropped: it does Launch (a.exe)',
    ],
    ['a sound', { A: buildDict({ S: 'Sound' }) }, {}, 'a link was dropped: it does Sound'],
    ['printing', { A: buildDict({ S: 'Named', N: 'Print' }) }, {}, 'a link was dropped: it does Print'],
    ['a nameless action', { A: buildDict({ S: 'Named' }) }, {}, 'a link was dropped: it does Named'],
  ])('to %s is dropped with a warning', (_, entries, more, detail) => {
    const part = open({ annotations: [{ Subtype: 'Link', Border: [0, 0, 0], StructParent: 2, ...entries }], ...more });
    const { warnings, dropped } = clean(part);
    expect(warnings).toEqual([`link_dropped: page 5: ${detail}`]);
    expect(dropped.map(({ key }) => key)).toEqual([2]);
    expect(annotationsOf(part)).toBeUndefined();
  });

  it.each<[string, Record<string, PdfObject>, boolean]>([
    ['no border that it says', {}, true],
    ['a border without width', { Border: [0, 0, 0] }, false],
    ['a border with a width', { Border: [0, 0, 0.5] }, true],
    ['a border that is no list of three', { Border: [1, 1] }, false],
    ['a border that is no list', { Border: 7 }, true],
    ['a style without width', { BS: buildDict({ W: 0 }), Border: [0, 0, 2] }, false],
    ['a style with a width', { BS: buildDict({ W: 1 }), Border: [0, 0, 0] }, true],
    ['a style that says no width', { BS: buildDict({ S: 'D' }), Border: [0, 0, 0] }, false],
    ['an appearance', { AP: buildDict({}), Border: [0, 0, 0] }, true],
  ])("of a user's PDF that leads nowhere and has %s stays: %s", (what, entries, stays) => {
    const broken = { Subtype: 'Link', Dest: text('gone'), ...entries };
    const part = open({ annotations: [broken], foreign: true });
    expect(clean(part).warnings, what).toHaveLength(1);
    expect(annotationsOf(part)).toEqual(stays ? [expect.not.objectContaining({ Dest: expect.anything() })] : undefined);
    const ours = open({ annotations: [broken] });
    clean(ours);
    expect(annotationsOf(ours)).toBeUndefined();
  });

  it('loses what follows its action', () => {
    const follows = { Next: uri('https://c.d/') };
    const action = () => buildDict({ S: 'URI', URI: text('https://a.b/'), ...follows });
    const part = open({ annotations: [{ Subtype: 'Link', A: action() }] });
    expect(clean(part).warnings).toEqual(['action_dropped: page 5: what follows a link was dropped']);
    expect(annotationsOf(part)).toEqual([{ Subtype: 'Link', A: { S: 'URI', URI: '(https://a.b/)' } }]);
    const widget = open({ annotations: [{ Subtype: 'Widget', A: action() }] });
    expect(clean(widget).warnings).toEqual(['action_dropped: page 5: what follows an action was dropped']);
  });

  it.each([
    [1, 'a link was dropped: its page was left out'],
    [2, '2 links were dropped: their pages were left out'],
    [3, '3 links were dropped: their pages were left out'],
  ])('to pages that were left out is reported once for its part: %i', (count, detail) => {
    const annotations = Array.from({ length: count }, () => ({ Subtype: 'Link', Dest: text('gone') }));
    const { warnings, links, list } = clean(open({ annotations, index: 2 }), open({ cut: true, index: 1 }));
    expect(warnings).toEqual([]);
    links.reportCut();
    expect(list()).toEqual([{ part: 2, code: 'link_dropped', detail }]);
  });

  it('to a place of a file that was cut is not reported', () => {
    const annotations = [{ Subtype: 'Link', A: uri(`${origin}two.html#gone`) }];
    const named = (cut: boolean) => open({ names: ['two.html'], cut, index: 1 });
    const missing = { ...named(true), pages: [] } as OpenPart;
    const { warnings, links, list } = clean(open({ annotations, origin }), missing);
    expect(warnings).toEqual([]);
    links.reportCut();
    expect(list()).toHaveLength(1);
  });
});

describe('the action of another annotation', () => {
  it.each<[string, Record<string, PdfObject>, unknown]>([
    ['to the web', { A: uri('https://a.b/') }, { A: { S: 'URI', URI: '(https://a.b/)' } }],
    ['to a place', { A: buildDict({ S: 'GoTo', D: text('top-place') }) }, { A: { S: 'GoTo', D: '(top-place)' } }],
  ])('%s stays', (_, entries, expected) => {
    const part = open({ annotations: [{ Subtype: 'Widget', ...entries }], foreign: true });
    expect(clean(part).warnings).toEqual([]);
    expect(annotationsOf(part)).toEqual([{ Subtype: 'Widget', ...(expected as object) }]);
  });

  it.each([
    ['Widget', 'the action of a field'],
    ['Text', 'the action of a note'],
  ])('of the kind %s is dropped if it does more', (Subtype, what) => {
    const part = open({ annotations: [{ Subtype, A: buildDict({ S: 'ResetForm' }) }], foreign: true });
    expect(clean(part).warnings).toEqual([`action_dropped: page 5: ${what} was dropped: it does ResetForm`]);
    expect(annotationsOf(part)).toEqual([{ Subtype }]);
  });
});

describe('the links of what is drawn over a page', () => {
  const stampOf = (...annotations: Record<string, PdfObject>[]) =>
    buildDict({ Annots: annotations.map((entries) => new PdfRef(buildDict(entries))) });
  function copy(stamp: PdfDict, areWanted = true) {
    const part = open({ index: 1 });
    const warnings = new MergeWarnings();
    const links = new Links([part], new Destinations([part]), warnings);
    return { copies: links.copyLinks(part, stamp, areWanted).map(show), warnings: warnings.list() };
  }
  const good = { Subtype: 'Link', P: null, StructParent: 3, Rect: [0, 0, 9, 9], A: uri('https://a.b/') };

  it('are copied without their page and their key', () => {
    const stamp = stampOf(good, { Subtype: 'Text' });
    expect(copy(stamp)).toEqual({
      copies: [{ Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S: 'URI', URI: '(https://a.b/)' } }],
      warnings: [],
    });
    const [kept] = stamp.get('Annots') as PdfRef[];
    expect(kept?.value).toEqual(buildDict(good));
  });

  it('are reported once if no links are wanted there', () => {
    const detail =
      'header, footer or margin: a link over a PDF that was given was dropped: no screen reader would find it (PDF/UA)';
    expect(copy(stampOf(good, good), false)).toEqual({
      copies: [],
      warnings: [{ part: 1, code: 'link_dropped', detail }],
    });
  });

  it('are dropped if they lead nowhere', () => {
    const detail = 'header, footer or margin: a link to #gone was dropped: the document has no such place';
    const stamp = stampOf({ Subtype: 'Link', Dest: text('gone') });
    const warnings = [{ part: 1, code: 'link_dropped', detail }];
    expect(copy(stamp)).toEqual({ copies: [], warnings });
    expect(copy(stamp, false)).toEqual({ copies: [], warnings });
  });

  it('are dropped without a warning if their page was left out', () => {
    const part = open({ cut: true });
    const warnings = new MergeWarnings();
    const links = new Links([part], new Destinations([part]), warnings);
    expect(links.copyLinks(part, stampOf({ Subtype: 'Link', Dest: text('gone') }), true)).toEqual([]);
    expect(warnings.list()).toEqual([]);
  });
});

describe('a heading that leads nowhere', () => {
  function report(entries: Record<string, PdfObject>, choices: Choices = {}) {
    const part = open({ index: 3, ...choices });
    const warnings = new MergeWarnings();
    new Links([part], new Destinations([part]), warnings).reportHeading(part, buildDict(entries));
    return warnings.list();
  }

  it.each<[string, Record<string, PdfObject>, string]>([
    [
      'a place',
      { Dest: text('gone') },
      'the link of the heading "Prices" to #gone was dropped: the document has no such place',
    ],
    ['an action', { A: buildDict({ S: 'Launch' }) }, 'the link of the heading "Prices" was dropped: it does Launch'],
  ])('is reported with %s', (_, entries, detail) => {
    expect(report({ Title: text('Prices'), ...entries })).toEqual([{ part: 3, code: 'link_dropped', detail }]);
  });

  it('is named by its first 100 characters, or by nothing', () => {
    const long = `${'a'.repeat(99)}bc`;
    expect(report({ Title: text(long), Dest: text('gone') })[0]?.detail).toContain(`"${'a'.repeat(99)}b"`);
    expect(report({ Dest: text('gone') })[0]?.detail).toContain('heading ""');
  });

  it('is not reported without a target, or if its page was left out', () => {
    expect(report({ Title: text('Prices') })).toEqual([]);
    expect(report({ Title: text('Prices'), Dest: text('gone') }, { cut: true })).toEqual([]);
  });

  it('is reported as repaired if a stream replaces its dictionary', () => {
    const part = open({ index: 1 });
    const warnings = new MergeWarnings();
    new Links([part], new Destinations([part]), warnings).reportOddOutline(part);
    const detail = 'a stream is in the outline, and was read as a heading';
    expect(warnings.list()).toEqual([{ part: 1, code: 'pdf_repaired', detail }]);
  });
});
