import { describe, expect, it } from 'vitest';
import type { ArchiveTags } from '../../../src/pdf/conformance/marked-text.ts';
import { requireArchivable } from '../../../src/pdf/conformance/require-archivable.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../src/pdf/objects/objects.ts';
import type { ArchiveClaim } from '../../../src/pdf/part/conformance.ts';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

type Entries = Record<string, PdfObject>;

interface Given {
  foreign?: boolean;
  catalog?: Entries;
  pages?: Entries[];
  /** The indexes in the file of the pages. */
  kept?: number[];
  tags?: Partial<ArchiveTags>;
}

const sheet = { MediaBox: [0, 0, 600, 800] };
const claim = (text: string) => ({ Metadata: new PdfRef(new PdfStream(new Map(), Buffer.from(text))) });
const claims = (part: number, level = '') =>
  claim(`<pdfaid:part>${part}</pdfaid:part>${level && `<pdfaid:conformance>${level}</pdfaid:conformance>`}`);

/** What breaks the standard in a PDF; undefined if nothing does. */
function check(
  pdfA: ArchiveClaim | undefined,
  { foreign = true, catalog = {}, pages = [sheet], kept = pages.map((_, index) => index), tags = {} }: Given,
): string | undefined {
  const part = {
    ...{ index: 3, part: { foreign }, catalog: buildDict(catalog), kept },
    pages: pages.map((page) => new PdfRef(buildDict(page))),
  } as unknown as OpenPart;
  const demands = {
    intent: 'RGB ' as const,
    readTags: () => ({ breaches: [], types: new Set(), pages: new Map(), ...tags }) as unknown as ArchiveTags,
    warnings: new MergeWarnings(),
  };
  try {
    requireArchivable([part], pdfA ? { pdfA } : {}, demands);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: 'not_conforming', part: 3 });
    return (error as Error).message;
  }
}

const b: ArchiveClaim = { part: 2, level: 'B' };

describe('pages of an archive', () => {
  it.each<[string, PdfObject[], string | undefined]>([
    ['as small as may be', [0, 0, 3, 3], undefined],
    ['too narrow', [0, 0, 2.5, 800], 'a MediaBox of 2.5 by 800 units'],
    ['too low', [0, 10, 600, 12], 'a MediaBox of 600 by 2 units'],
    ['as large as may be', [0, 0, 14_400, 14_400], undefined],
    ['too wide', [-1, 0, 14_400, 800], 'a MediaBox of 14401 by 800 units'],
    ['named by other corners', [600, 800, 0, 0], undefined],
    ['of no numbers', ['a', 0, 600, 800], undefined],
    ['without edges', [], 'a MediaBox of 0 by 0 units'],
  ])('may be %s or not', (_, box, what) => {
    const found = what && `page 1: ${what} (ISO 19005-2, 6.1.13)`;
    expect(check(b, { pages: [{ MediaBox: box }] })).toBe(found);
    expect(check(b, { foreign: false, pages: [{ MediaBox: box }] })).toBe(found);
  });

  it.each(['CropBox', 'BleedBox', 'TrimBox', 'ArtBox'])('have a %s of such a size too', (key) => {
    expect(check(b, { pages: [{ ...sheet, [key]: [0, 0, 1, 1] }] })).toBe(
      `page 1: a ${key} of 1 by 1 units (ISO 19005-2, 6.1.13)`,
    );
  });

  it('are named by their number in the file', () => {
    const pages = [sheet, { MediaBox: [0, 0, 1, 1] }];
    expect(check(b, { pages, kept: [4, 8] })).toContain('page 9: a MediaBox');
  });

  it('may have any size in part 4, and without a claim', () => {
    const pages = [{ MediaBox: [0, 0, 1, 1] }];
    expect(check({ part: 4 }, { pages })).toBeUndefined();
    expect(check(undefined, { pages })).toBeUndefined();
  });

  it("have content that can be read, if they are a user's", () => {
    const content = new PdfRef(new PdfStream(buildDict({ Filter: 'FlateDecode' }), Buffer.from('no deflate')));
    const pages = [{ ...sheet, Contents: content }];
    expect(check(b, { pages })).toContain('page 1: content that cannot be read: ');
    expect(check(b, { pages, foreign: false })).toBeUndefined();
  });
});

describe("a user's PDF in an archive", () => {
  const names = (...entries: PdfObject[]) => ({
    Names: buildDict({ EmbeddedFiles: buildDict({ Names: entries }) }),
  });
  const files = names(new PdfString('a'), buildDict({}));

  it('has no XFA form', () => {
    const catalog = { AcroForm: buildDict({ XFA: [] }) };
    expect(check(b, { catalog })).toBe('an XFA form (ISO 19005-2, 6.4.2)');
    expect(check(b, { catalog, foreign: false })).toBeUndefined();
    expect(check(b, { catalog: { AcroForm: buildDict({}) } })).toBeUndefined();
  });

  it.each<[string, ArchiveClaim, Entries, string | undefined]>([
    ['not in part 2', b, files, 'attached files (ISO 19005-2, 6.8)'],
    ['not in part 4', { part: 4 }, files, 'attached files (ISO 19005-4, 6.9)'],
    ['in part 3', { part: 3, level: 'B' }, files, undefined],
    ['in part 4f', { part: 4, level: 'F' }, files, undefined],
    ['not by AF alone', b, { AF: [buildDict({})] }, 'attached files (ISO 19005-2, 6.8)'],
    ['where the list is empty', b, { AF: [], ...names() }, undefined],
  ])('has attached files %s', (_, pdfA, catalog, found) => {
    expect(check(pdfA, { catalog })).toBe(found);
  });

  it.each<[string, 'U' | 'A', boolean, Entries]>([
    ['no claim', 'U', false, {}],
    ['2b', 'U', false, claims(2, 'B')],
    ['2u', 'U', true, claims(2, 'U')],
    ['2a', 'U', true, claims(2, 'A')],
    ['3u', 'U', true, claims(3, 'U')],
    ['1a', 'U', false, claims(1, 'A')],
    ['4', 'U', false, claims(4)],
    ['attributes', 'U', true, claim('<x pdfaid:part="2" pdfaid:conformance = "U"/>')],
    ['2u', 'A', false, claims(2, 'U')],
    ['2a without tags', 'A', false, claims(2, 'A')],
    ['2a with tags', 'A', true, { ...claims(2, 'A'), MarkInfo: buildDict({ Marked: true }), StructTreeRoot: 1 }],
    [
      '2a with tags that are off',
      'A',
      false,
      { ...claims(2, 'A'), MarkInfo: buildDict({ Marked: false }), StructTreeRoot: 1 },
    ],
    ['2a without a tree', 'A', false, { ...claims(2, 'A'), MarkInfo: buildDict({ Marked: true }) }],
    ['2b with tags', 'A', false, { ...claims(2, 'B'), MarkInfo: buildDict({ Marked: true }), StructTreeRoot: 1 }],
  ])('that claims %s may be level %s: %s', (_, level, may, catalog) => {
    const found = may ? undefined : `level ${level}, which the PDF does not claim itself`;
    expect(check({ part: 2, level }, { catalog })).toBe(found);
    expect(check({ part: 2, level }, { catalog, foreign: false })).toBeUndefined();
  });

  it('has its tags checked for level A alone', () => {
    const catalog = { ...claims(2, 'A'), MarkInfo: buildDict({ Marked: true }), StructTreeRoot: 1 };
    const tags = {
      breaches: [{ what: 'a tag in a ring', clause: '6.7.3' }],
      types: new Set(['P', 'caf\xe9']),
    } as unknown as Partial<ArchiveTags>;
    expect(check({ part: 2, level: 'A' }, { catalog, tags })).toBe(
      'a tag in a ring (ISO 19005-2, 6.7.3); the tag caf\xe9, whose name is not UTF-8 (ISO 19005-2, 6.1.8)',
    );
    expect(check({ part: 2, level: 'U' }, { catalog, tags })).toBeUndefined();
  });
});
