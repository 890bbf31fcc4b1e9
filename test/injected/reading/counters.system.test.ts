import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

/** The counters that named strings of headings show. */
async function read(value: string) {
  const page =
    await open(`<!doctype html><style>section { counter-reset: sec } h1 { counter-increment: sec; --platen-string-set: name ${value} }
    @page { @top-left { content: counter(platen-page, platen-first-string-name) } }</style>
    <section><h1>a</h1><section><h1>b</h1><h1>c</h1></section></section>`);
  const { counters, strings } = await page.call('readPaged', pagedLimits);
  expect(await page.read('document.querySelectorAll("[data-platen-counter]").length')).toBe(0);
  return { counters, texts: strings.map(({ text }) => text.replace(/[^ -~]/gu, '@')) };
}

const values = [[1], [1, 1], [1, 2]];

test.each([
  ['counter(sec)', null, 'decimal'],
  ['counter(sec, upper-roman)', null, 'upper-roman'],
  ['counters(sec, ".")', '.', 'decimal'],
  ['counters(sec, "", lower-alpha)', '', 'lower-alpha'],
])('%s has its values at each element, from the outermost on', async (value, separator, style) => {
  const { counters, texts } = await read(value);
  expect(counters).toEqual(values.map((each) => ({ values: each, separator, style })));
  expect(texts).toEqual(['@0@', '@1@', '@2@']);
});

test.each([
  'counter(page)',
  'counter(pages)',
  'counter(sec, ".")',
  'counters(sec)',
  'counter("sec")',
  'counter(sec, 1)',
])('%s has no values in a text', async (value) => {
  expect((await read(`${value} "x"`)).counters).toEqual([]);
});

test.each([
  [100, 3],
  [101, 0],
])('a separator of %i characters is between the numbers of %i texts', async (length, count) => {
  expect((await read(`counters(sec, "${'x'.repeat(length)}")`)).counters).toHaveLength(count);
});
