import { afterAll, describe, expect, test } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { openTestEngine, renderParts } from '../test-engine.ts';

const engine = openTestEngine();
afterAll(() => engine.close());

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
    ['by option, on its side', '', { page_size: option, landscape: true }],
    ['by option, scaled', '', { page_size: option, scale: 1.3 }],
    ['by CSS', `@page { size: ${size} }`, {}],
    ['by CSS, scaled', `@page { size: ${size} }`, { scale: 0.7 }],
    ['by the CSS of a named page', `@page sheet { size: ${size} } body { page: sheet }`, {}],
    ['by CSS, with a footer', `@page { size: ${size} }`, { footer: 'foot' }],
  ])('%s', async (_name, style, options) => {
    const [first] = await sizesOf(`<style>${style}</style>text`, options);
    if ('landscape' in options) expectSize(first, height, width);
    else expectSize(first, width, height);
  });
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
