import { describe, expect, it } from 'vitest';
import { asDict, type PdfDict } from '../../../src/pdf/objects/objects.ts';
import { openPrinted, readPages, TooManyPages } from '../../../src/pdf/objects/page-tree.ts';
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

describe('the pages of a tree', () => {
  const tree = '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2 /Rotate 90 /MediaBox [0 0 9 9] /CropBox [0 0 8 8]>>';
  const inner = '<</Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1 /Rotate 180 /Resources <</A 1>> /Title (x)>>';
  const open = (...objects: TestObject[]) => new PdfFile(buildPdf([catalog, ...objects]));

  it('have the entries that they lack of the nodes above them', () => {
    const file = open(tree, inner, '<</Type /Page /MediaBox [0 0 7 7]>>', '<</Type /Page>>');
    const [first, second] = readPages(file, 2).map((ref) => asDict(ref) as PdfDict);
    expect(first).toEqual(
      new Map<string, unknown>([
        ['Type', 'Page'],
        ['MediaBox', [0, 0, 7, 7]],
        ['Rotate', 180],
        ['CropBox', [0, 0, 8, 8]],
        ['Resources', new Map([['A', 1]])],
      ]),
    );
    expect([...(second?.keys() ?? [])]).toEqual(['Type', 'MediaBox', 'CropBox', 'Rotate']);
    expect(second?.get('Rotate')).toBe(90);
  });

  it('are separate copies if the tree names a page twice', () => {
    const file = open('<</Type /Pages /Kids [3 0 R 3 0 R <</Type /Page>>] /Count 3 /Rotate 90>>', page);
    const pages = readPages(file, 3);
    const [first, second, third] = pages.map(asDict);
    expect([first === second, pages[0] === pages[1]]).toEqual([false, false]);
    expect(second).toEqual(first);
    expect(third?.get('Rotate')).toBe(90);
  });

  it('are at most as many as are wanted', () => {
    const file = () => open('<</Type /Pages /Kids [3 0 R 3 0 R] /Count 2>>', page);
    expect(readPages(file(), 2)).toHaveLength(2);
    expect(() => readPages(file(), 1)).toThrow(TooManyPages);
  });

  it('are at least one', () => {
    expect(() => read('<</Type /Pages /Kids [null] /Count 0>>')).toThrow('no pages');
  });

  it.each([
    ['no other parent', '/Parent 2 0 R', []],
    ['no parent', '', ['page 1 has a place in the page tree, and names another one']],
    ['no parent, and all entries', '/Resources <<>> /MediaBox [0 0 9 9] /CropBox [0 0 9 9] /Rotate 0', []],
    ['another parent with the same entries', '/Parent 4 0 R', []],
    [
      'another parent with another entry',
      '/Parent 5 0 R',
      ['page 1 has a place in the page tree, and names another one'],
    ],
    ['another parent whose parent has the entries', '/Parent 6 0 R', []],
  ])('may name %s', (_what, entries, oddities) => {
    const root = '<</Type /Pages /Kids [3 0 R] /Count 1 /Rotate 90 /CropBox [0 0 8 8]>>';
    const others = ['/Rotate 90 /CropBox [0 0 8 8]', '/Rotate 90 /CropBox [0 0 8 7]', '/Parent 4 0 R'];
    const kid = `<</Type /Page ${entries}>>`;
    expect(read(root, kid, ...others.map((other) => `<<${other}>>`)).oddities).toEqual(oddities);
  });

  it('below a node that names another parent are checked too', () => {
    const { oddities } = read(
      '<</Type /Pages /Kids [3 0 R] /Count 1 /Rotate 90>>',
      '<</Type /Pages /Kids [4 0 R] /Count 1 /Parent 5 0 R>>',
      '<</Type /Page /Parent 3 0 R>>',
      '<</Rotate 180>>',
    );
    expect(oddities).toEqual(['page 1 has a place in the page tree, and names another one']);
  });

  it('of a damaged file are not known', () => {
    const pdf = buildPdf([catalog, '<</Type /Pages /Kids [3 0 R] /Count 1>>', page]);
    expect(openPrinted(pdf)).toHaveLength(1);
    expect(openPrinted(pdf.subarray(0, 40))).toEqual([]);
  });
});
