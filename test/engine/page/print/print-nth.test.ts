import { expect, test } from 'vitest';
import { printNth } from '../../../../src/engine/page/print/print-nth.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';
import { fakePage } from '../fake-page.ts';

const sides = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: '',
    pseudo: index === 0 ? ('first' as const) : index % 2 === 0 ? ('right' as const) : ('left' as const),
  }));

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('pages that nothing selects stay as they are', async () => {
  const { page, calls, prints } = fakePage(() => buildPages(1));
  const pdf = buildPages(2);
  const printed = await printNth(page, {}, pdf, { kinds: sides(2), nth: [[]], kept: [0, 1] });
  expect([printed, calls, prints]).toEqual([{ pdf, warnings: [] }, [], []]);
  expect(printed.pdf).toBe(pdf);
});

test('pages of the same styles are printed at once, and replace those of the document', async () => {
  const { page, calls, prints } = fakePage((count) => buildPages(2 - count, { text: `Variant ${count}` }));
  const nth = [['a'], [], ['b'], ['b'], ['b'], ['a']];
  const kinds = sides(6);
  const { pdf, warnings } = await printNth(page, { scale: 2 }, buildPages(5), { kinds, nth, kept: [1, 2, 3, 4, 5] });
  expect(calls).toEqual([
    ['applyNth', ['b'], 'right'],
    ['applyNth', ['b'], 'left'],
    ['applyNth', ['a'], 'left'],
    ['applyNth', [], ''],
  ]);
  expect(prints.map(({ pageRanges, scale }) => [pageRanges, scale])).toEqual([
    ['3,5', 2],
    ['4', 2],
    ['6', 2],
  ]);
  expect(textOf(pdf)).toEqual(['Page 1', 'Variant 0 1', 'Variant 1 1', 'Variant 0 2', 'Page 5']);
  expect(warnings).toEqual([
    { code: 'css_ignored', detail: '@page :nth() has no effect on pages 6: their content is in another order.' },
  ]);
});

test.each([20, 21])('pages have at most 20 styles: %i', async (count) => {
  const { page, prints } = fakePage(() => buildPages(1));
  const nth = upTo(count).map((index) => [`style-${index}`]);
  const { warnings } = await printNth(page, {}, buildPages(count), { kinds: sides(count), nth, kept: upTo(count) });
  expect(prints).toHaveLength(20);
  expect(warnings).toEqual(
    count === 20 ? [] : [{ code: 'css_ignored', detail: '@page :nth() styles pages in only 20 different ways.' }],
  );
});

/** The texts of the pages of a PDF, which are not compressed. */
function textOf(pdf: Uint8Array): string[] {
  return [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\(([^)]+)\) Tj/g),
  ].map(([, text = '']) => text);
}
