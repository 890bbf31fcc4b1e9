import { describe, expect, test } from 'vitest';
import { asDict, decodeStream, openPrinted, type PdfStream, replacePages, resolve } from '../../../src/pdf/index.ts';
import { PdfFile } from '../../../src/pdf/objects/pdf-file.ts';
import { buildPages, firstMore } from '../build-pdf.ts';

const mark = (tag: string, number: number) => `/${tag} <</MCID ${number} >>BDC\nEMC\n`;

const build = (...contents: string[]) => buildPages(contents.length, { content: (_, index) => contents[index] ?? '' });

const read = (pdf: Uint8Array) =>
  openPrinted(pdf).map((page) =>
    decodeStream(resolve(asDict(page)?.get('Contents') ?? null) as PdfStream, { bytes: 1000 }).toString(),
  );

describe('pages in other styles', () => {
  test('replace those at their places', () => {
    const { pdf, missed } = replacePages(build('1', '2', '3'), [
      { pdf: build('c'), places: [2] },
      { pdf: build('a'), places: [0] },
    ]);
    expect(read(pdf)).toEqual(['a', '2', 'c']);
    expect(missed).toEqual([]);
  });

  test('keep the marks of their elements if one alone has a background', () => {
    const [plain, painted] = [mark('P', 0), mark('Document', 0) + mark('P', 1)];
    const replace = (before: string, after: string) =>
      read(replacePages(build(before), [{ pdf: build(after), places: [0] }]).pdf)[0];
    expect(replace(plain, `red ${painted}`)).toBe(`red /Artifact BMC\nEMC\n${mark('P', 0)}`);
    expect(replace(painted, plain)).toBe(`/Document <</MCID 0 >>BDC\nEMC\n${mark('P', 1)}`);
    expect(replace(painted, `red ${painted}`)).toBe(`red ${painted}`);
  });

  test('stay as they are if more of their marks differs, or their size', () => {
    const before = build(mark('P', 0), '2', '3');
    const { pdf, missed } = replacePages(before, [
      { pdf: build(mark('H1', 0), mark('P', 0)), places: [0, 1] },
      { pdf: buildPages(1, { page: () => '/MediaBox [0 0 9 9]' }), places: [2] },
    ]);
    expect(read(pdf)).toEqual(read(before));
    expect(missed).toEqual([0, 1, 2]);
  });

  test.each<[string, string, string, string | undefined]>([
    ['no marks', 'a', 'b', 'b'],
    [
      'the same marks',
      mark('P', 0) + mark('H1', 1),
      `x ${mark('P', 4)}${mark('H1', 9)}`,
      `x ${mark('P', 4)}${mark('H1', 9)}`,
    ],
    ['a mark more', mark('P', 0), mark('P', 0) + mark('P', 1), undefined],
    ['a mark less', mark('P', 0) + mark('P', 1), mark('P', 0), undefined],
    ['marks in another order', mark('P', 0) + mark('H1', 1), mark('H1', 0) + mark('P', 1), undefined],
    ['a background and another mark', mark('P', 0), mark('Document', 0) + mark('H1', 1), undefined],
    ['no background any more, and another mark', mark('Document', 0) + mark('P', 1), mark('H1', 0), undefined],
    ['a background that is not its first mark', mark('P', 0), mark('P', 0) + mark('Document', 1), undefined],
  ])('replace a page if they have %s: %#', (_, before, after, expected) => {
    const { pdf, missed } = replacePages(build(before), [{ pdf: build(after), places: [0] }]);
    expect([read(pdf), missed]).toEqual([[expected ?? before], expected === undefined ? [0] : []]);
  });

  describe('with a form', () => {
    const at = firstMore(1);
    const page = (content: string, form: string, dict = '/Subtype /Form') =>
      buildPages(1, {
        content: () => content,
        page: () => `/Resources <</XObject <</X ${at} 0 R>>>>`,
        more: [{ dict, data: form }],
      });
    const painted = mark('Document', 0) + mark('P', 1);

    test.each<[string, Buffer, boolean]>([
      ['without marks', page(painted, 'q Q'), true],
      ['with marks of elements', page(painted, '/P <</MCID 0>> BDC EMC'), false],
      ['that is an image', page(painted, '/MCID', '/Subtype /Image'), true],
    ])('%s replace a page whose marks change', (_, after, isReplaced) => {
      const { missed } = replacePages(build(mark('P', 0)), [{ pdf: after, places: [0] }]);
      expect(missed).toEqual(isReplaced ? [] : [0]);
    });

    test('with marks of elements replace a page whose marks stay', () => {
      const { pdf, missed } = replacePages(build(mark('P', 0)), [
        { pdf: page(mark('P', 0), '/P <</MCID 0>> BDC EMC'), places: [0] },
      ]);
      const [found] = openPrinted(pdf);
      expect([missed, asDict(asDict(asDict(found)?.get('Resources'))?.get('XObject'))?.has('X')]).toEqual([[], true]);
    });
  });

  test('cannot replace pages that are missing', () => {
    expect(replacePages(build('1'), [{ pdf: build('a', 'b'), places: [0, 1] }]).missed).toEqual([1]);
    expect(replacePages(build('1', '2'), [{ pdf: build('a'), places: [0, 1] }]).missed).toEqual([1]);
  });

  test('keep the properties of the document', () => {
    const at = firstMore(1);
    const before = buildPages(1, { trailer: `/Info ${at} 0 R`, more: ['<</Title (Own)>>'] });
    const { pdf } = replacePages(before, [{ pdf: build('a'), places: [0] }]);
    expect(asDict(new PdfFile(pdf).trailer.get('Info'))?.get('Title')).toMatchObject({ bytes: 'Own' });
  });
});
