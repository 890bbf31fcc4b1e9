import { describe, expect, it } from 'vitest';
import { readPages } from '../../../src/pdf/objects/page-tree.ts';
import { PdfFile } from '../../../src/pdf/objects/pdf-file.ts';
import { buildPdf, type TestObject } from '../build-pdf.ts';

const catalog = '<</Type /Catalog /Pages 2 0 R>>';
const page = '<</Type /Page /MediaBox [0 0 9 9]>>';

function read(...objects: TestObject[]) {
  const oddities: string[] = [];
  const pages = readPages(new PdfFile(buildPdf([catalog, ...objects])), 1000, (oddity) => oddities.push(oddity));
  return { pages: pages.length, oddities };
}

describe('a page tree', () => {
  it('may name an empty node twice', () => {
    const found = read(
      '<</Type /Pages /Kids [3 0 R 4 0 R 3 0 R] /Count 1>>',
      '<</Type /Pages /Kids [] /Count 0>>',
      page,
    );
    expect(found).toEqual({ pages: 1, oddities: ['the page tree names a node twice'] });
  });

  it('has the pages of a node as often as it names the node', () => {
    const found = read(
      '<</Type /Pages /Kids [3 0 R 3 0 R] /Count 2>>',
      '<</Type /Pages /Kids [4 0 R] /Count 1>>',
      page,
    );
    expect(found).toEqual({ pages: 2, oddities: ['the page tree names a node twice'] });
  });

  it.each([
    ['the root', '<</Type /Pages /Kids [4 0 R 2 0 R]>>'],
    ['itself', '<</Type /Pages /Kids [4 0 R 3 0 R]>>'],
  ])('has a ring if a node names %s', (_what, node) => {
    expect(() => read('<</Type /Pages /Kids [3 0 R] /Count 1>>', node, page)).toThrow('a page tree with a ring');
  });

  it('of nodes that name one another twice is refused before it takes long', () => {
    const nodes = Array.from({ length: 60 }, (_, at) => `<</Type /Pages /Kids [${at + 3} 0 R ${at + 3} 0 R]>>`);
    expect(() => read(...nodes, '<</Type /Pages /Kids []>>')).toThrow('a page tree with too many nodes');
  });

  it.each([
    ['a wrong count', '<</Type /Pages /Kids [3 0 R] /Count 0>>', page, 'the page tree counts 0 pages and has 1'],
    ['no count', '<</Type /Pages /Kids [3 0 R]>>', page, 'the page tree counts no pages and has 1'],
    [
      'a node of another type',
      '<</Type /Pagez /Kids [3 0 R] /Count 1>>',
      page,
      'a node of the page tree is not marked as one',
    ],
    ['a page without a type', '<</Type /Pages /Kids [3 0 R] /Count 1>>', '<<>>', 'page 1 is not marked as a page'],
    ['a page as its root', page, page, 'the root of the page tree is a page'],
  ])('is read with %s, and says so', (_what, root, kid, oddity) => {
    expect(read(root, kid)).toEqual({ pages: 1, oddities: [oddity] });
  });

  it('has no page for a stream', () => {
    const found = read('<</Type /Pages /Kids [3 0 R 4 0 R] /Count 1>>', { dict: '', data: 'x' }, page);
    expect(found).toEqual({ pages: 1, oddities: ['a stream in the page tree was left out: it is not a page'] });
  });
});
