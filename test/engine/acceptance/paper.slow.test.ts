import { beforeAll, describe, expect } from 'vitest';
import type { RenderResult } from '../../../src/engine/index.ts';
import { drawFirstPage } from '../draw-page.ts';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const points = (millimetres: number) => (millimetres / 25.4) * 72;
const codesOf = ({ warnings }: RenderResult) => warnings.map(({ code }) => code);
const sizesOf = async (html: string, options: object = {}) =>
  (await readPdf((await renderParts(engine, { html }, options)).pdf)).sizes;

const papers: [size: string, width: number, height: number, option?: object][] = [
  ['A4', 595.276, 841.89],
  ['A5', 419.528, 595.276],
  ['A3', 841.89, 1190.551],
  ['Letter', 612, 792],
  ['100.3mm 55.7mm', 284.315, 157.89, { width: '100.3mm', height: '55.7mm' }],
  ['210mm 80mm', 595.276, 226.772, { width: '210mm', height: '80mm' }],
  ['200.4px 301px', 150.3, 225.75, { width: '200.4px', height: '301px' }],
];

function expectSize(found: readonly number[] | undefined, width: number, height: number): void {
  const [across = 0, down = 0] = found ?? [];
  expect(Math.abs(across - width)).toBeLessThanOrEqual(0.01);
  expect(Math.abs(down - height)).toBeLessThanOrEqual(0.01);
}

describe.each(papers)('paper of %s is exact', (size, width, height, option: object | string = size) => {
  test.each([
    ['by option', '', { page_size: option }],
    ['by option, on its side and scaled', '', { page_size: option, landscape: true, scale: 1.3 }],
    ['by CSS', `@page { size: ${size} }`, {}],
  ])('%s', async (_name, style, options) => {
    const [first] = await sizesOf(`<style>${style}</style>text`, options);
    if ('landscape' in options) expectSize(first, height, width);
    else expectSize(first, width, height);
  });
});

describe.each([
  ['as it is', {}],
  ['scaled', { scale: 0.7 }],
  ['with a footer', { footer: 'foot' }],
])('a document with pages of each paper by its CSS, %s', (_name, options) => {
  let sizes: [number, number][];
  beforeAll(async () => {
    // The last is that of pages without a name.
    const last = papers.length - 1;
    const rules = papers.map(([size], index) => `@page ${index === last ? '' : `paper${index}`} { size: ${size} }`);
    const pages = papers.map((_, index) => `<p style="page: paper${index}">text`);
    sizes = await sizesOf(`<style>${rules.join(' ')}</style>${pages.join('')}`, options);
  });

  test.each(papers.map((paper, index) => [...paper.slice(0, 3), index] as [string, number, number, number]))(
    'has that of %s exactly',
    (_size, width, height, index) => expectSize(sizes[index], width, height),
  );
});

test('each page of a document has its own exact size, among page ranges too', async () => {
  const html = `<style>@page { size: A5 } @page wide { size: A4 landscape } div { page: wide }</style>
    <p>one<div>two</div><p>three`;
  const sizes = await sizesOf(html, { page_ranges: '2-3' });
  expectSize(sizes[0], 841.89, 595.276);
  expectSize(sizes[1], 419.528, 595.276);
});

test('a direction alone turns the paper', async () => {
  const [first] = await sizesOf('<style>@page { size: landscape }</style>text');
  expectSize(first, 841.89, 595.276);
});

describe('what the request names wins over the document', () => {
  const own = `<style>
    @page { size: A4; margin: 40mm } @page :first { margin: 0 !important } @page wide { size: A5 landscape; margin: 1mm }
    body { margin: 0 } div { page: wide } p { margin: 0; width: 100%; height: 10px; background: #000 }</style><p><div><p></div><p>`;
  const linked = {
    'own.css': { type: 'text/css', base64: Buffer.from('@page { size: A4; margin: 40mm }').toString('base64') },
  };

  /** Pixels of a point: a millimetre has more than five. */
  const dots = 2;

  /** The left and right edge of the black bar on the first page, and its upper edge, in millimetres. */
  async function findBar({ pdf }: RenderResult): Promise<number[]> {
    const { data, width } = await drawFirstPage(pdf, dots);
    const first = data.findIndex((value, index) => index % 4 === 0 && value < 128) / 4;
    const row = Math.floor(first / width) + 2;
    const dark = Array.from({ length: width }, (_, x) => x).filter((x) => (data[(row * width + x) * 4] ?? 255) < 128);
    const edges = [dark[0] ?? 0, (dark.at(-1) ?? 0) + 1, Math.floor(first / width)];
    return edges.map((pixels) => Math.round((pixels / dots / 72) * 25.4));
  }

  test.each([
    ['in its text', own, undefined],
    [
      'in a style sheet',
      '<link rel="stylesheet" href="own.css"><style>body, p { margin: 0 } p { height: 10px; background: #000 }</style><p>',
      linked,
    ],
    ['of a script', `${own}<script>document.title = 'x'</script>`, undefined],
  ])('size, direction and margins, against rules %s', async (_name, html, assets) => {
    const options = { page_size: 'A3', landscape: true, margin: '15mm' };
    const result = await renderParts(engine, { html, ...(assets && { assets }) }, options);
    for (const size of (await readPdf(result.pdf)).sizes) expectSize(size, points(420), points(297));
    expect(await findBar(result)).toEqual([15, 405, 15]);
    expect(codesOf(result)).toEqual(['page_margin_overridden', 'page_size_overridden']);
  });

  test('each for itself', async () => {
    const [size, margin] = [
      await renderParts(engine, { html: own }, { page_size: 'A6' }),
      await renderParts(engine, { html: own }, { margin: '5mm' }),
    ];
    expectSize((await readPdf(size.pdf)).sizes[0], points(105), points(148));
    expect([await findBar(size), codesOf(size)]).toEqual([[0, 105, 0], ['page_size_overridden']]);
    expectSize((await readPdf(margin.pdf)).sizes[0], points(210), points(297));
    expect([await findBar(margin), codesOf(margin)]).toEqual([[5, 205, 5], ['page_margin_overridden']]);
  });

  test('a direction turns the pages that stand otherwise', async () => {
    const result = await renderParts(engine, { html: own }, { landscape: true });
    const { sizes } = await readPdf(result.pdf);
    expectSize(sizes[0], points(297), points(210));
    expectSize(sizes[1], points(210), points(148));
  });

  test('headers stand in the margins that hold', async () => {
    const header = '<p style="margin: 0; height: 30mm; background: #000"></p>';
    const { warnings } = await renderParts(engine, { html: own }, { margin: '35mm', header });
    expect(warnings.map(({ code }) => code)).toEqual(['page_margin_overridden']);
  });

  test('without a warning where the document wishes the same', async () => {
    const html = '<style>@page { size: A4 portrait; margin: 15mm }</style>x';
    expect(codesOf(await renderParts(engine, { html }, { page_size: 'A4', margin: '15mm' }))).toEqual([]);
  });

  test('unless it prefers the CSS', async () => {
    const options = { page_size: 'A3', landscape: true, margin: '15mm', prefer_css_page_size: true };
    const result = await renderParts(engine, { html: own }, options);
    expectSize((await readPdf(result.pdf)).sizes[0], points(210), points(297));
    expect([await findBar(result), codesOf(result)]).toEqual([[0, 210, 0], []]);
  });

  test('and nothing named changes nothing, but no @page size counts where the request says so', async () => {
    expectSize((await sizesOf(own))[1], points(210), points(148));
    expectSize(
      (await sizesOf('<style>@page { size: A6 }</style>x', { prefer_css_page_size: false }))[0],
      points(210),
      points(297),
    );
  });
});
