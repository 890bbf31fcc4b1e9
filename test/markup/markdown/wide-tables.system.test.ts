import { expect } from 'vitest';
import { engine, test } from '../../engine/shared-engine.ts';
import { renderParts } from '../../engine/test-engine.ts';
import { openPdf } from '../../pdf/read-pdf.ts';

/** The words of the first page with the size of their letters and where they end, in points. */
async function renderWords(markdown: string, options: object = {}) {
  const { pdf, warnings } = await renderParts(engine, { markdown }, options);
  const document = await openPdf(pdf);
  const { items } = await (await document.getPage(1)).getTextContent();
  await document.loadingTask.destroy();
  const words = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [{ text: item.str, size: item.height, end: item.transform[4] + item.width }]
      : [],
  );
  return { words, warnings: warnings.map(({ code }) => code) };
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
const table = (...rows: string[][]) => {
  const [head = [], ...others] = rows;
  return `# Title\n\n${row(head)}${row(head.map(() => '---'))}${others.map(row).join('')}`;
};
const numbers = (count: number) =>
  table(
    Array.from({ length: count }, (_, index) => `Month ${index}`),
    Array.from({ length: count }, (_, index) => `${index + 1}2,345.67`),
  );

/** Where the content of an A4 page ends, with the margins of the style. */
const pageEnd = 595.3 - 56.7 + 0.5;

const titles = 'Department January February March April May June July August September October Responsibility'.split(
  ' ',
);
const address = `https://example.com/${'path/'.repeat(9)}`;

test.each([
  ['12 columns of numbers', numbers(12), 6],
  ['12 columns of titles', table(titles, Array(12).fill('1')), 7],
  ['8 columns of addresses', table(Array(8).fill('h'), Array(8).fill(address)), 7.9],
  ['names in code', table(Array(6).fill('h'), Array(6).fill('`aConfiguration`')), 7],
])('a table of %s fits on its page in letters that can be read', async (_what, markdown, least) => {
  const { words, warnings } = await renderWords(markdown);
  expect(warnings).toEqual([]);
  expect(Math.max(...words.map(({ end }) => end))).toBeLessThan(pageEnd);
  const sizes = words.map(({ size }) => size);
  // All of the document would be smaller if it did not fit.
  expect(Math.max(...sizes)).toBeCloseTo(23, 0);
  expect(Math.min(...sizes)).toBeGreaterThan(least);
});

test('a table takes the letters and gaps of the style where it has room, on a wide page too', async () => {
  const sizeOf = async (markdown: string, options?: object) =>
    (await renderWords(markdown, options)).words.at(-1)?.size;
  expect(await sizeOf(table(['Name', 'Note'], ['a', `https://example.com/${'x'.repeat(200)}`]))).toBeCloseTo(9.4, 1);
  expect(await sizeOf(numbers(9), { page_size: 'A3', landscape: true, margin: '1cm' })).toBeCloseTo(9.4, 1);
  expect(await sizeOf(`<style>@page { size: A3 landscape }</style>\n\n${numbers(12)}`)).toBeCloseTo(9.4, 1);
});

test('a table that would need letters too small to read is reported', async () => {
  // By a little and by much: what the style asks of the page differs.
  for (const count of [16, 17, 18, 20])
    expect((await renderWords(numbers(count))).warnings).toEqual(['content_shrunk']);
  expect((await renderWords(numbers(60))).warnings).toEqual(['content_cut']);
});
