import { describe, expect, it } from 'vitest';
import { asDict, asString } from '../../../src/pdf/objects/objects.ts';
import { readPages } from '../../../src/pdf/objects/page-tree.ts';
import { PdfFile } from '../../../src/pdf/objects/pdf-file.ts';
import { isWhole, rebuildPdf } from '../../../src/pdf/objects/rebuild-pdf.ts';
import { buildPages, buildPdf } from '../build-pdf.ts';

const edit = (pdf: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1');

describe('a file that is rebuilt', () => {
  const rebuild = (pdf: Buffer) => {
    const file = new PdfFile(rebuildPdf(pdf) ?? Buffer.alloc(0));
    const title = asString(asDict(file.trailer.get('Info'))?.get('Title'));
    return { version: file.version, pages: readPages(file, 10).length, title };
  };

  it('has the pages, the version and the properties that are found without a cross-reference', () => {
    const pdf = edit(edit(buildPages(3), 'startxref', 'startx'), 'trailer\n<<', 'trailer\n<</Info <</Title (A)>> ');
    expect(rebuild(pdf)).toEqual({ version: '1.7', pages: 3, title: 'A' });
  });

  it('may have no properties', () => {
    expect(rebuild(edit(buildPages(2), /startxref\n\d+/, ''))).toEqual({ version: '1.7', pages: 2, title: undefined });
  });

  it('is unknown if nothing is found', () => {
    expect(rebuildPdf(Buffer.from('%PDF-1.7\n'))).toBeUndefined();
  });
});

describe('a file', () => {
  const tree = (count: string) =>
    buildPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      `<</Type /Pages /Kids [3 0 R 3 0 R] ${count}>>`,
      '<</Type /Page /MediaBox [0 0 9 9]>>',
    ]);

  it.each<[string, Buffer, boolean]>([
    ['as many pages as it counts', tree('/Count 2'), true],
    ['more pages than it counts', tree('/Count 1'), true],
    ['fewer pages than it counts', tree('/Count 3'), false],
    ['pages that it does not count', tree(''), true],
    ['wrong offsets', edit(tree('/Count 2'), '%PDF-1.7', '%PDF-1.7\n%longer'), false],
  ])('with %s is whole: %s', (_what, pdf, expected) => {
    expect(isWhole(pdf)).toBe(expected);
  });
});
