import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { joinOutlines } from '../../../src/pdf/merge/outline.ts';
import {
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { Destinations } from '../../../src/pdf/part/links/destinations.ts';
import { Links } from '../../../src/pdf/part/links/links.ts';
import type { Bookmark, MergePart } from '../../../src/pdf/part/merge-part.ts';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';
import { buildPages, firstMore } from '../build-pdf.ts';
import { unfoldPdf } from '../run-qpdf.ts';

it.each([
  ['closed', -2, 1],
  ['open', 2, 3],
])('a heading that is %s shows as many others as before', async (_how, count, shown) => {
  const at = firstMore(1);
  const pdf = buildPages(1, {
    catalog: `/Outlines ${at} 0 R`,
    more: [
      `<</First ${at + 1} 0 R /Last ${at + 1} 0 R /Count 1>>`,
      `<</Title (Above) /Parent ${at} 0 R /Dest [4 0 R /Fit] /First ${at + 2} 0 R /Last ${at + 3} 0 R /Count ${count}>>`,
      `<</Title (One) /Parent ${at + 1} 0 R /Dest [4 0 R /Fit] /Next ${at + 3} 0 R>>`,
      `<</Title (Two) /Parent ${at + 1} 0 R /Dest [4 0 R /Fit] /Prev ${at + 2} 0 R>>`,
    ],
  });
  const text = await unfoldPdf(mergePdfs([{ pdf, foreign: true }], { outline: true, producer: 'test' }).pdf);
  // How many descendants show, negative where the heading is closed (ISO 32000-2, table 151).
  expect(text).toMatch(new RegExp(`/Count ${count}\\s[^>]*/Title \\(Above\\)`));
  expect(text).toMatch(new RegExp(`/Count ${shown}\\s[^>]*/Type /Outlines`));
});

const text = (bytes: string) => new PdfString(bytes);
type Entries = Record<string, PdfObject | undefined>;

const pages = [0, 1].map(() => new PdfRef(buildDict({ Type: 'Page', MediaBox: [0, 0, 200, 100] })));
const [first, second] = pages as [PdfRef, PdfRef];

/** Links entries into a list, and returns the first one. */
function list(...entries: Entries[]): PdfRef {
  const dicts = entries.map((entry) => buildDict(entry));
  for (const [at, dict] of dicts.entries()) {
    const next = dicts[at + 1];
    if (next) dict.set('Next', new PdfRef(next));
  }
  return new PdfRef(dicts[0] ?? null);
}

interface Choices extends Partial<MergePart> {
  cut?: boolean;
  index?: number;
  catalog?: Entries;
}

/** A part of two pages, the second with the place "two", with these headings. */
function open(headings?: PdfRef, { cut = false, index = 0, catalog = {}, ...part }: Choices = {}): OpenPart {
  const outline = headings && buildDict({ First: headings });
  return {
    index,
    cut,
    part: { pdf: new Uint8Array(), foreign: true, ...part },
    catalog: buildDict({
      Outlines: outline,
      Dests: buildDict({ two: [second, 'Fit'], gone: [new PdfRef(null)] }),
      ...catalog,
    }),
    pages: [...pages],
    kept: [0, 1],
    numbers: [0, 1],
    before: 0,
    noteFiles: [],
  } as unknown as OpenPart;
}

function join(parts: OpenPart[], structured: OpenPart[] = []) {
  const warnings = new MergeWarnings();
  const links = new Links(parts, new Destinations(parts), warnings);
  const root = joinOutlines(parts, links, new Set(structured));
  return { root, warnings: warnings.list().map(({ code, detail }) => `${code}: ${detail}`) };
}

/** The headings of an outline, each with its entries and its kids. */
function read(parent: PdfRef | undefined): Record<string, unknown>[] {
  const headings: Record<string, unknown>[] = [];
  let before: PdfObject = null;
  for (let ref = asDict(parent)?.get('First'); ref instanceof PdfRef && ref.value !== null; ) {
    const dict = ref.value as PdfDict;
    expect(dict.get('Parent')).toBe(parent);
    expect(dict.get('Prev')).toBe(before);
    before = ref;
    const kids = read(ref);
    const entries = [...dict].filter(([key]) => !['Parent', 'Prev', 'Next', 'First', 'Last'].includes(key));
    headings.push({
      ...Object.fromEntries(entries.map(([key, value]) => [key, value instanceof PdfString ? value.bytes : value])),
      ...(kids.length > 0 && { kids }),
    });
    ref = dict.get('Next') as PdfObject;
  }
  if (headings.length > 0) expect(asDict(parent)?.get('Last')).toBe(before);
  return headings;
}
const topOf = (page: PdfRef) => [page, 'XYZ', 0, 100, 0];

describe('the outline of a document', () => {
  it('is missing without headings', () => {
    expect(join([open(), open(undefined, { bookmarks: [] })]).root).toBeUndefined();
  });

  it('has the headings of all parts, and titles of parts above theirs', () => {
    const parts = [
      open(list({ Title: text('A'), Dest: text('two') }, { Title: text('B'), Dest: [first, 'Fit'] })),
      open(list({ Title: text('C'), Dest: [first, 'Fit'] }), { title: 'Part', index: 1 }),
      open(undefined, { title: 'Plain', index: 2 }),
    ];
    const { root, warnings } = join(parts);
    expect(read(root)).toEqual([
      { Title: 'A', Dest: 'two' },
      { Title: 'B', Dest: [first, 'Fit'] },
      { Title: 'Part', Dest: topOf(first), Count: 1, kids: [{ Title: 'C', Dest: [first, 'Fit'] }] },
      { Title: 'Plain', Dest: topOf(first) },
    ]);
    expect(asDict(root)?.get('Type')).toBe('Outlines');
    expect(asDict(root)?.get('Count')).toBe(5);
    expect(warnings).toEqual([]);
  });

  it('counts the headings that show: of closed ones none below', () => {
    const kids = () => list({ Title: text('x') }, { Title: text('y'), Count: 1, First: list({ Title: text('z') }) });
    const headings = list(
      { Title: text('open'), Count: 3, First: kids() },
      { Title: text('closed'), Count: -3, First: kids() },
      { Title: text('unsaid'), First: kids() },
    );
    const { root } = join([open(headings)]);
    expect(read(root).map(({ Title, Count }) => [Title, Count])).toEqual([
      ['open', 3],
      ['closed', -3],
      ['unsaid', 3],
    ]);
    expect(asDict(root)?.get('Count')).toBe(9);
  });

  it.each<[string, Entries, Entries]>([
    ['their flags', { F: 3 }, { F: 3 }],
    ['no flags of 0', { F: 0 }, {}],
    ['their colour', { C: [1, 0, 0.5] }, { C: [1, 0, 0.5] }],
    ['no colour of two numbers', { C: [1, 0] }, {}],
    ['no colour of words', { C: [1, 0, 'x'] }, {}],
    ['nothing else', { AA: 1, Odd: 2 }, {}],
    [
      'an action to the web',
      { A: buildDict({ S: 'URI', URI: text('https://a.b/') }), Dest: undefined },
      {
        A: buildDict({ S: 'URI', URI: text('https://a.b/') }),
        Dest: undefined,
      },
    ],
  ])('keeps of headings %s', (_, entries, kept) => {
    const { root } = join([open(list({ Title: text('A'), Dest: [first, 'Fit'], ...entries }))]);
    expect(read(root)).toEqual([{ Title: 'A', Dest: [first, 'Fit'], ...kept }]);
  });

  it('ends at a heading that comes again, and 64 levels down', () => {
    const loop = buildDict({ Title: text('A') });
    loop.set('Next', new PdfRef(loop)).set('First', new PdfRef(loop));
    expect(read(join([open(new PdfRef(loop))]).root)).toEqual([{ Title: 'A' }]);
    let deep = list({ Title: text('70') });
    for (let level = 69; level >= 0; level--) deep = list({ Title: text(`${level}`), First: deep });
    let depth = 0;
    for (let [heading] = read(join([open(deep)]).root); heading; depth++)
      [heading] = (heading.kids ?? []) as Record<string, unknown>[];
    expect(depth).toBe(65);
  });

  it('reports streams that replace dictionaries', () => {
    const stream = (entries: Entries) => new PdfRef(new PdfStream(buildDict(entries), Buffer.alloc(0)));
    const repaired = 'pdf_repaired: a stream is in the outline, and was read as a heading';
    const heading = stream({ Title: text('A'), Dest: [first, 'Fit'] });
    expect(join([open(heading)]).warnings).toEqual([repaired]);
    const catalog = { Outlines: stream({ First: list({ Title: text('A'), Dest: [first, 'Fit'] }) }) };
    expect(join([open(undefined, { catalog })]).warnings).toEqual([repaired]);
  });
});

describe('a heading', () => {
  it.each<[string, string, Choices, string]>([
    ["a user's PDF, with its soft hyphens", 'a\xadb', {}, 'a\xadb'],
    ['a page, without soft hyphens', 'a\xadb', { foreign: false }, 'ab'],
    ['a page, as another text', 'Old', { foreign: false, titles: { Old: 'New' } }, 'New'],
    ['a page, if another has a new text', 'Other', { foreign: false, titles: { Old: 'New' } }, 'Other'],
    ['a page, if its name is that of a method', 'toString', { foreign: false, titles: {} }, 'toString'],
    ["a user's PDF, whatever texts pages have", 'Old', { titles: { Old: 'New' } }, 'Old'],
  ])('keeps the title of %s', (_, title, choices, expected) => {
    const { root } = join([open(list({ Title: text(title), Dest: [first, 'Fit'] }), choices)]);
    expect(read(root)[0]?.Title).toBe(expected);
  });

  it('may have no title', () => {
    expect(read(join([open(list({ Dest: [first, 'Fit'] }))]).root)).toEqual([{ Title: '', Dest: [first, 'Fit'] }]);
  });

  it('stays without a target, with a warning if it had one', () => {
    const { root, warnings } = join([open(list({ Title: text('A'), Dest: text('gone') }, { Title: text('B') }))]);
    expect(read(root)).toEqual([{ Title: 'A' }, { Title: 'B' }]);
    expect(warnings).toEqual([
      'link_dropped: the link of the heading "A" to "gone" was dropped: the document has no such place',
    ]);
  });

  it('is dropped with its page, unless one below it stays', () => {
    const headings = list(
      { Title: text('A'), Dest: text('gone') },
      { Title: text('B'), Dest: text('gone'), First: list({ Title: text('C'), Dest: [first, 'Fit'] }) },
      { Title: text('D'), A: buildDict({ S: 'URI', URI: text('https://a.b/') }) },
    );
    expect(read(join([open(headings, { cut: true })]).root).map(({ Title }) => Title)).toEqual(['B', 'D']);
  });

  it('leads to its element, and to the page of that if it has no other target', () => {
    const element = (entries: Entries) => new PdfRef(buildDict({ S: 'H1', ...entries }));
    const own = element({ Pg: second });
    const below = element({ K: [0, element({ K: element({ Pg: second }) }), element({ Pg: first })] });
    const outside = element({ Pg: new PdfRef(buildDict({ Type: 'Page' })) });
    const headings = () =>
      list(
        { Title: text('A'), SE: own },
        { Title: text('B'), SE: below },
        { Title: text('C'), SE: outside },
        { Title: text('D'), SE: own, Dest: [first, 'Fit'] },
        { Title: text('E'), SE: new PdfRef(null) },
      );
    const part = open(headings());
    expect(read(join([part], [part]).root)).toEqual([
      { Title: 'A', SE: own, Dest: topOf(second) },
      { Title: 'B', SE: below, Dest: topOf(second) },
      { Title: 'C', SE: outside },
      { Title: 'D', SE: own, Dest: [first, 'Fit'] },
      { Title: 'E' },
    ]);
    expect(read(join([open(headings())]).root).map(({ SE }) => SE)).toEqual(Array(5).fill(undefined));
  });
});

describe('bookmarks', () => {
  const mark = (level: number, title: string, place = 'two', isOpen = true): Bookmark => ({
    level,
    title,
    place,
    isOpen,
  });
  const titles = (headings: Record<string, unknown>[]): unknown[] =>
    headings.map(({ Title, kids }) => (kids ? [Title, titles(kids as Record<string, unknown>[])] : Title));
  const nest = (...bookmarks: Bookmark[]) => read(join([open(undefined, { bookmarks })]).root);

  it('are each below the last one that is less deep', () => {
    const marks = [mark(2, 'a'), mark(3, 'b'), mark(5, 'c'), mark(4, 'd'), mark(3, 'e'), mark(1, 'f'), mark(2, 'g')];
    expect(titles(nest(...marks))).toEqual([
      ['a', [['b', ['c', 'd']], 'e']],
      ['f', ['g']],
    ]);
  });

  it('have their place, their state and a title without soft hyphens', () => {
    expect(nest(mark(1, 'a\u00adb', 'two', false), mark(2, 'c', 't%77o'))).toEqual([
      { Title: 'ab', Dest: [second, 'Fit'], Count: -1, kids: [{ Title: 'c', Dest: [second, 'Fit'] }] },
    ]);
  });

  it('are left out if they lead to no page of the part', () => {
    const elsewhere = new PdfRef(buildDict({ Type: 'Page' }));
    const catalog = { Dests: buildDict({ two: [second, 'Fit'], far: [elsewhere, 'Fit'] }) };
    const bookmarks = [mark(1, 'a', 'none'), mark(1, 'b', 'far'), mark(1, 'c')];
    expect(titles(read(join([open(undefined, { bookmarks, catalog })]).root))).toEqual(['c']);
  });

  it('replace the outline of the PDF, and nest 64 deep', () => {
    const headings = list({ Title: text('A'), Dest: [first, 'Fit'] });
    const bookmarks = Array.from({ length: 70 }, (_, at) => mark(at + 1, `${at}`));
    let depth = 0;
    const [top] = read(join([open(headings, { bookmarks })]).root);
    for (let heading = top; heading; depth++) [heading] = (heading.kids ?? []) as Record<string, unknown>[];
    expect(depth).toBe(64);
    expect(top?.Title).toBe('0');
  });
});
