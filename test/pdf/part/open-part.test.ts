import { describe, expect, it } from 'vitest';
import { decodeContents } from '../../../src/pdf/objects/decode-stream.ts';
import { listContents } from '../../../src/pdf/objects/drawings.ts';
import { asDict, buildDict, type PdfObject, PdfRef } from '../../../src/pdf/objects/objects.ts';
import type { MergeError } from '../../../src/pdf/part/merge-error.ts';
import type { MergePart } from '../../../src/pdf/part/merge-part.ts';
import { isAnnotation, keepPages, type OpenPart, openPart } from '../../../src/pdf/part/open-part.ts';
import { buildPages } from '../build-pdf.ts';

const note = (StructParent?: number) => new PdfRef(buildDict({ Subtype: 'Text', StructParent }));
const page = (StructParents: number | undefined, ...Annots: PdfObject[]) =>
  new PdfRef(buildDict({ Type: 'Page', StructParents, Annots }));

/** A part with these pages, whose indexes in the file begin at 10 and in the document at 100. */
function build(...pages: PdfRef[]): OpenPart {
  const kept = pages.map((_, index) => 10 + index);
  const numbers = pages.map((_, index) => 100 + index);
  return { pages, kept, numbers, cut: false, cutKeys: new Set() } as unknown as OpenPart;
}

describe('a part of which some pages are kept', () => {
  it('has those pages, with their indexes, and not the others', () => {
    const pages = [page(0), page(1), page(2), page(undefined)] as [PdfRef, PdfRef, PdfRef, PdfRef];
    const part = build(...pages);
    keepPages(part, [0, 2]);
    expect(part).toMatchObject({ pages: [pages[0], pages[2]], kept: [10, 12], numbers: [100, 102], cut: true });
    expect([...part.cutKeys]).toEqual([1]);
    expect(pages.map(({ value }) => value === null)).toEqual([false, true, false, true]);
  });

  it('loses the annotations of the others, but for those that a page that stays has as well', () => {
    const [own, shared, plain] = [note(5), note(6), note()];
    const [direct, text] = [asDict(note(7)) as PdfObject, new PdfRef('text')];
    const part = build(page(0, shared), page(undefined, own, shared, plain, direct, text));
    keepPages(part, [0]);
    expect([...part.cutKeys]).toEqual([5, 7]);
    expect([own, shared, plain, text].map(({ value }) => value === null)).toEqual([true, false, true, false]);
  });

  it('stays whole with all of its pages', () => {
    const part = build(page(0), page(1));
    keepPages(part, [0, 1]);
    expect([part.cut, part.cutKeys.size, part.pages.length]).toEqual([false, 0, 2]);
  });
});

describe('an annotation', () => {
  it('has a kind, and is no page', () => {
    expect(isAnnotation(note())).toBe(true);
    for (const other of [null, 'Text', [1], buildDict({}), buildDict({ Type: 'Page', Subtype: 'Text' })])
      expect(isAnnotation(other)).toBe(false);
  });
});

describe('a part that is opened', () => {
  const open = (part: Partial<MergePart>, limit = 10, before = 0, count = 4) =>
    openPart({ pdf: buildPages(count), foreign: true, ...part }, 3, limit, before);
  const code = (task: () => unknown): string => {
    try {
      task();
    } catch (error) {
      const { code, part } = error as MergeError;
      return `${code} ${part}`;
    }
    return 'nothing';
  };

  it('has all pages, or those that are wanted', () => {
    expect(open({})).toMatchObject({ index: 3, kept: [0, 1, 2, 3], numbers: [0, 1, 2, 3], cut: false, before: 0 });
    expect(open({ pageRanges: '2,4-' }, 10, 7)).toMatchObject({ kept: [1, 3], numbers: [7, 8], cut: true, before: 7 });
    expect(open({ pageRanges: '1-' })).toMatchObject({ kept: [0, 1, 2, 3], cut: false });
  });

  it('has the sizes that are asked, and content up to the edges, if Chromium printed it', () => {
    const clip = '100 200 1050 300 re\nW* n';
    const content = () => `0.24 0 0 -0.24 0 150 cm\nq\n${clip}\nq\n3.125 0 0 3.125 100 200 cm\n0 0 9 9 re\nf\n`;
    const read = (part: Partial<MergePart>) => {
      const { pages } = open({ pdf: buildPages(1, { content, page: () => '/MediaBox [0 0 200 100]' }), ...part });
      const page = asDict(pages[0]);
      const text = decodeContents(listContents(page), { bytes: 1000 }).toString('latin1');
      return { box: page?.get('MediaBox'), isWide: !text.includes(clip) };
    };
    const sizes = [{ width: 200.4, height: 99.8 }];
    expect(read({})).toEqual({ box: [0, 0, 200, 100], isWide: false });
    expect(read({ sizes }).box).toEqual([0, 0.2, 200.4, 100]);
    expect(read({ hasBleeds: true, foreign: false }).isWide).toBe(true);
    expect(read({ hasBleeds: true, foreign: true }).isWide).toBe(false);
    expect(read({ foreign: false }).isWide).toBe(false);
  });

  it('is prepared while it has all of its pages', () => {
    let pages = 0;
    openPart({ pdf: buildPages(4), foreign: true, pageRanges: '1' }, 0, 10, 0, (whole) => {
      pages = whole.pages.length;
    });
    expect(pages).toBe(4);
  });

  it('may have as many pages as the limit, and more of which not all are wanted', () => {
    expect(open({}, 4).pages).toHaveLength(4);
    expect(open({ pageRanges: '1-3' }, 3).pages).toHaveLength(3);
    expect(code(() => open({}, 3))).toBe('too_many_pages 3');
    expect(code(() => open({ pageRanges: '1-' }, 3))).toBe('too_many_pages 3');
  });

  it('needs ranges that name some of its pages', () => {
    expect(code(() => open({ pageRanges: '5-' }))).toBe('invalid_request 3');
    expect(code(() => open({ pageRanges: 'x' }))).toBe('invalid_request 3');
  });

  it('must be a PDF', () => {
    expect(code(() => open({ pdf: Buffer.from('no PDF') }))).toBe('pdf_invalid 3');
  });
});
