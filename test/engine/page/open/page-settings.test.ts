import { describe, expect, it } from 'vitest';
import {
  buildPrintSettings,
  choosePaper,
  hasRoom,
  listGivenSheets,
  listPapers,
  type PageOptions,
  readPageOverrides,
  readPageSize,
  sizesBeyondCss,
  toInches,
} from '../../../../src/engine/page/open/page-settings.ts';

const inMillimetres = ({ width, height }: { width: number; height: number }, perInch = 1) =>
  [width, height].map((side) => Math.round((side / perInch) * 254) / 10);

// ISO 216 and ANSI/ASME Y14.1, in millimetres.
const papers: [string, number, number][] = [
  ['A0', 841, 1189],
  ['A1', 594, 841],
  ['A2', 420, 594],
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['A6', 105, 148],
  ['B4', 250, 353],
  ['B5', 176, 250],
  ['Letter', 215.9, 279.4],
  ['Legal', 215.9, 355.6],
  ['Tabloid', 279.4, 431.8],
  ['Ledger', 431.8, 279.4],
];

describe('the paper of the options', () => {
  it.each(papers)('%s has %d by %d mm', (page_size, width, height) => {
    const options = { page_size } as PageOptions;
    expect(inMillimetres(choosePaper(options))).toEqual([width, height]);
    expect(inMillimetres(choosePaper({ ...options, landscape: true }))).toEqual([height, width]);
    expect(listPapers(options).map((paper) => inMillimetres(paper, 72))).toEqual([
      [width, height],
      [height, width],
    ]);
  });

  it('is A4 with margins of 10 mm unless they say otherwise', () => {
    const { margin, ...paper } = choosePaper({});
    expect(inMillimetres(paper)).toEqual([210, 297]);
    expect(Object.values(margin)).toEqual(Array(4).fill(10 / 25.4));
    expect(choosePaper({ page_size: { width: '10cm', height: '5in' }, margin: '0' })).toEqual({
      width: 10 / 2.54,
      height: 5,
      margin: { top: 0, right: 0, bottom: 0, left: 0 },
    });
    expect(choosePaper({ margin: { top: '1in', left: '72pt' } }).margin).toEqual({
      top: 1,
      right: 0,
      bottom: 0,
      left: 1,
    });
  });

  it.each([
    ['96px', 1],
    ['72pt', 1],
    ['6pc', 1],
    ['1in', 1],
    ['2.54cm', 1],
    ['25.4mm', 1],
    ['101.6Q', 1],
    ['0', 0],
    ['0mm', 0],
    ['1.5in', 1.5],
    ['1', 0],
    ['1em', 0],
  ])('%s has %d inches', (length, inches) => {
    expect(toInches(length)).toBeCloseTo(inches, 10);
  });
});

describe('the size that an @page rule names (CSS Paged Media 3, 7.1)', () => {
  it.each<[string, number[] | undefined]>([
    ['A4', [210, 297]],
    [' a4  landscape ', [297, 210]],
    ['landscape a4', [297, 210]],
    ['A4 portrait', [210, 297]],
    ['JIS-B4', [257, 364]],
    ['jis-b5', [182, 257]],
    ['ledger', [279.4, 431.8]],
    ['ledger landscape', [431.8, 279.4]],
    ['100mm', [100, 100]],
    ['100mm 50mm', [100, 50]],
    ['landscape', undefined],
    ['auto', undefined],
    ['', undefined],
  ])('%j is %j', (size, millimetres) => {
    const found = readPageSize(size);
    expect(found && inMillimetres(found, 72)).toEqual(millimetres);
  });

  it('is written in lengths, if CSS does not have its name', () => {
    const ofA = ['a0', 'a1', 'a2', 'a6', 'a7', 'a8', 'a9', 'a10'];
    const ofB = ['b0', 'b1', 'b2', 'b3', 'b6', 'b7', 'b8', 'b9', 'b10'];
    expect(Object.keys(sizesBeyondCss).sort()).toEqual([...ofA, ...ofB, 'tabloid'].sort());
    expect(sizesBeyondCss.tabloid).toBe('11in 17in');
    expect(sizesBeyondCss.b10).toBe('31mm 44mm');
  });

  it.each([
    ['a7', 'a8'],
    ['a8', 'a9'],
    ['a9', 'a10'],
    ['b0', 'b1'],
    ['b1', 'b2'],
    ['b2', 'b3'],
    ['b6', 'b7'],
    ['b7', 'b8'],
    ['b8', 'b9'],
    ['b9', 'b10'],
  ])('halves %s to %s, as ISO 216 does', (larger, smaller) => {
    const read = (name: string) => (sizesBeyondCss[name] ?? '').split(' ').map(Number.parseFloat);
    const [width = 0, height = 0] = read(larger);
    expect(read(smaller)).toEqual([Math.floor(height / 2), width]);
  });
});

describe('what wins over @page rules', () => {
  const a5 = { width: (148 / 25.4) * 72, height: (210 / 25.4) * 72 };
  it.each<[PageOptions, object | undefined]>([
    [{}, undefined],
    [{ scale: 2 }, undefined],
    [{ page_size: 'A5' }, { size: a5 }],
    [{ page_size: 'A5', landscape: true }, { size: { width: a5.height, height: a5.width } }],
    [{ landscape: true }, { landscape: true }],
    [{ landscape: false }, { landscape: false }],
    [{ margin: '1in' }, { margin: { top: '1in', right: '1in', bottom: '1in', left: '1in' } }],
    [{ margin: { top: '1in' } }, { margin: { top: '1in', right: '0in', bottom: '0in', left: '0in' } }],
    [{ page_size: 'A5', margin: '1in', prefer_css_page_size: true }, undefined],
  ])('%j: %j', (options, overrides) => {
    expect(readPageOverrides(options)).toEqual(overrides);
  });

  it('is A4 too, if the CSS of the document is not asked for', () => {
    expect(
      inMillimetres(readPageOverrides({ prefer_css_page_size: false })?.size ?? { width: 0, height: 0 }, 72),
    ).toEqual([210, 297]);
  });
});

it('pages are printed with backgrounds, tags and an outline, in their own size, unless options say otherwise', () => {
  expect(buildPrintSettings({})).toMatchObject({
    scale: 1,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    preferCSSPageSize: true,
    displayHeaderFooter: false,
    pageRanges: '',
  });
  const options = { scale: 0.5, print_background: false, tagged: false, outline: false, page_ranges: '1 - 2, 4' };
  expect(buildPrintSettings(options)).toMatchObject({
    scale: 0.5,
    printBackground: false,
    generateTaggedPDF: false,
    generateDocumentOutline: false,
    pageRanges: '1-2,4',
  });
  expect(listGivenSheets({ css: ['a {}'], hide: ['.b'] })).toEqual(['a {}', '.b { display: none !important }']);
  expect(listGivenSheets({})).toEqual([]);
});

describe('the paper of a request', () => {
  it.each([
    [{}, true],
    [{ margin: '104mm' }, true],
    [{ margin: '105mm' }, false],
    [{ page_size: { width: '62mm', height: '20mm' } }, false],
    [{ page_size: { width: '20mm', height: '62mm' } }, false],
    [{ page_size: { width: '62mm', height: '20.6mm' } }, true],
    [{ page_size: { width: '62mm', height: '20.5mm' } }, false],
    [{ page_size: { width: '62mm', height: '20mm' }, margin: '0' }, true],
    [{ page_size: 'A5', landscape: true, margin: { top: '70mm', bottom: '78mm', left: '0', right: '0' } }, false],
    [{ page_size: 'A5', landscape: true, margin: { top: '0', bottom: '0', left: '70mm', right: '78mm' } }, true],
  ] as const)('with %j has room: %s', (options, expected) => {
    expect(hasRoom(options)).toBe(expected);
  });
});
