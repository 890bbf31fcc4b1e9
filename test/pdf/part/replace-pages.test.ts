import { describe, expect, test } from 'vitest';
import { asDict, decodeStream, openPrinted, type PdfStream, replacePages, resolve } from '../../../src/pdf/index.ts';
import { buildPages } from '../build-pdf.ts';

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
});
